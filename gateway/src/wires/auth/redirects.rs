//! Redirects to the pages of the product.

use super::answer::Answer;
use super::callback_url::{encode_component, leading_on};
use super::context::AuthContext;
use super::request::Field;

/// The page after a link was mailed.
pub const VERIFY: &str = "/auth/verify";
const SIGN_IN: &str = "/login";
const ERROR: &str = "/auth/error";
/// The longest name of an error that a redirect carries, in characters.
const LONGEST_ERROR: usize = 200;

/// The errors that the sign-in page explains; all others have a page of their own.
const SIGN_IN_ERRORS: [&str; 17] = [
    "Signin",
    "OAuthSignin",
    "OAuthCallback",
    "OAuthCreateAccount",
    "EmailCreateAccount",
    "Callback",
    "OAuthAccountNotLinked",
    "EmailSignin",
    "CredentialsSignin",
    "SessionRequired",
    "FreshSignInRequired",
    "Passkey",
    "RecoveryCode",
    "SecondFactorExpired",
    "SignInNotRecent",
    "AnotherUser",
    "TooManyAttempts",
];

/// GET `signin`: redirects to the sign-in page.
pub fn sign_in(context: &AuthContext<'_>) -> Answer {
    let mut target = leading_on(SIGN_IN, &context.callback_url);
    if let Some(error) = context.incoming.query.text("error") {
        target.push_str("&error=");
        target.push_str(&error_component(error));
    }
    Answer::redirect(target)
}

/// GET `error`: redirects to the page that explains the error.
pub fn error(context: &AuthContext<'_>) -> Answer {
    let error = match context.incoming.query.get("error") {
        Some(Field::Text(error)) => Some(error),
        _ => context.incoming.provider.as_ref(),
    };
    let error = error.map_or("undefined", String::as_str);
    if SIGN_IN_ERRORS.contains(&error) {
        return Answer::redirect(context.auth.url(&format!("signin?error={error}")));
    }
    Answer::redirect(format!("{ERROR}?error={}", error_component(error)))
}

fn error_component(error: &str) -> String {
    let end = error.char_indices().nth(LONGEST_ERROR).map_or(error.len(), |(end, _)| end);
    encode_component(&error[..end])
}
