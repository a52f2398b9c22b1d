//! The words for the parts of a policy in sentences.

use proto::access::v1::{Action, Dimension, Endpoint};
use proto::codec::Text;

/// The verb of an action.
pub fn verb(action: Action) -> &'static str {
    match action {
        Action::Timeseries => "chart",
        other => other.text(),
    }
}

/// The records of an endpoint.
pub fn endpoint_noun(endpoint: Endpoint) -> &'static str {
    match endpoint {
        Endpoint::ServiceProviders => "service providers",
        Endpoint::AssetTimeseries => "time series",
        Endpoint::ProtocolTimeseries => "time series of protocols",
        Endpoint::Reference => "reference data",
        other => other.text(),
    }
}

/// The words between records and the values of their attribute: assets "on the network" Ethereum.
pub fn preposition(dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::Network => "on",
        Dimension::Platform => "on the platform",
        Dimension::Issuer => "of the issuer",
        Dimension::Protocol => "of the protocol",
        Dimension::Asset => "of the asset",
        Dimension::Measure => "of the measure",
        Dimension::Sector => "of the sector",
        Dimension::Region => "in",
        Dimension::TokenType => "of the type",
        Dimension::AssetClass | Dimension::Unspecified => "of",
    }
}

/// A list in words: `a, b and c`.
pub fn list(words: &[String], conjunction: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} {conjunction} {last}", others.join(", ")),
    }
}

/// A number with separators: `50,000`.
pub fn number(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if number < 0 { format!("-{text}") } else { text }
}

/// A number of things: `1 day`, `30 days`.
pub fn count(of: i64, singular: &str) -> String {
    format!("{} {singular}{}", number(of), if of == 1 { "" } else { "s" })
}
