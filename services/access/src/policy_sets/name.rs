//! The names of the policy sets.

use std::fmt;
use std::str::FromStr;

/// A policy set, by the value of `ACCESS_POLICY_SET`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicySetName {
    /// Every plan sees all data and exports it in every format; plans differ in rates and in the rows of a file.
    Open,
    /// Plans differ in classes, history, rates and exports.
    Tiered,
}

impl FromStr for PolicySetName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "open" => Ok(Self::Open),
            "tiered" => Ok(Self::Tiered),
            _ => Err("must be open or tiered"),
        }
    }
}

impl fmt::Display for PolicySetName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Open => "open",
            Self::Tiered => "tiered",
        })
    }
}
