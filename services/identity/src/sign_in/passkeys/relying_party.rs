//! The site as a relying party of WebAuthn: its id, and the origins from which answers are accepted.

use kit::loopback::is_loopback;
use url::{Host, Url};
use webauthn_rp::request::{AsciiDomain, RpId};

use crate::config::Config;
use crate::error::IdentityError;

/// The name under which browsers keep passkeys, and the origin of the pages that use them.
pub struct RelyingParty {
    pub id: RpId,
    pub origin: String,
}

impl RelyingParty {
    /// The host of `PUBLIC_URL`. Browsers accept no IP address as the id of a site: on this machine passkeys belong to
    /// `localhost`, elsewhere there are none.
    pub fn new(config: &Config) -> Result<Self, IdentityError> {
        let mut url =
            Url::parse(&config.public_url).map_err(|_| IdentityError::PasskeysUnavailable)?;
        if is_loopback(&url) {
            url.set_host(Some("localhost")).map_err(|_| IdentityError::PasskeysUnavailable)?;
        }
        let Some(Host::Domain(domain)) = url.host() else {
            return Err(IdentityError::PasskeysUnavailable);
        };
        let id = AsciiDomain::try_from(domain.to_owned())
            .map_err(|_| IdentityError::PasskeysUnavailable)?;
        Ok(Self { id: RpId::Domain(id), origin: url.origin().ascii_serialization() })
    }
}
