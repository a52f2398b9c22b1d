//! The limits of the session contract: how long its cookies and lists are good, and the most of a request that is read.

use time::Duration;

/// How long a visitor may take to sign in at a provider, as the sealed state cookies say.
pub const STATE_COOKIE_LIFETIME: Duration = Duration::minutes(15);
/// How long a list of providers is used before identity is asked again.
pub const PROVIDERS_LIFETIME: Duration = Duration::seconds(30);

/// The most values of a form or a query, a multiple of what any action takes; more are not read.
pub const MAX_FORM_FIELDS: usize = 100;
/// The longest address to return to: a browser drops a cookie above 4096 bytes, and would then follow an older address.
pub const LONGEST_CALLBACK_URL: usize = 3800;
/// The longest name of an error that a redirect carries, in characters.
pub const LONGEST_ERROR: usize = 200;
