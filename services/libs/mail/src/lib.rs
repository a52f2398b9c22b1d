//! Mails of services: their composition with inert names, and their delivery.

mod delivery;
mod inert_names;
mod mailer;
mod message;

pub use delivery::DeliveryError;
pub use inert_names::{inert, is_hidden};
pub use lettre::Message;
pub use lettre::error::Error as CompositionError;
pub use mailer::Mailer;
pub use message::escape;
