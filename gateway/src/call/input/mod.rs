//! Inputs: parsed from JSON within limits, and decoded into the type of their procedure.

mod decode;
mod parse;
mod refusal;
#[cfg(test)]
mod tests;
mod texts;
mod value;

pub use self::decode::decode;
#[cfg(feature = "fuzzing")]
pub use self::parse::MAX_DEPTH;
pub use self::parse::parse;
pub use self::texts::check_texts;
pub use self::value::Input;
