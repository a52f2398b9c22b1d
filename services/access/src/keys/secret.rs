//! New keys: their text, which is shown once, and the code that is stored.

use kit::api_key::{self, Purpose};
use kit::auth_secret::AuthSecret;
use rand::TryRng;
use rand::rngs::SysRng;

use super::peppers;
use crate::error::AccessError;

/// A text that no key had before.
pub struct NewText {
    pub text: String,
    pub id: String,
    pub last_four: String,
    pub mac: Vec<u8>,
    /// The fingerprint of the pepper of the code.
    pub pepper: String,
}

/// Makes a key.
pub fn make(peppers: &AuthSecret, is_test: bool) -> Result<NewText, AccessError> {
    let (mut id, mut secret) = ([0_u8; 8], [0_u8; 32]);
    SysRng.try_fill_bytes(&mut id)?;
    SysRng.try_fill_bytes(&mut secret)?;
    let purpose = if is_test { Purpose::Test } else { Purpose::Live };
    let text = api_key::compose(purpose, id, secret);
    let known = api_key::parse(&text);
    let known = known.ok_or_else(|| AccessError::Stored("a new key is not one".to_owned()))?;
    let (id, last_four) = (known.id.to_owned(), known.last_four.to_owned());
    let pepper = peppers.present();
    let mac = peppers::mac(&pepper, &text);
    Ok(NewText { id, last_four, mac, pepper: peppers::fingerprint(&pepper), text })
}
