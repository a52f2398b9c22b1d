//! The JSON form of enumerations and instants, and the labels that people read for the values of enumerations.

use serde::de::{DeserializeOwned, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// One of a few values, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The stored and compared value.
    pub value: &'static str,
    /// The label for people.
    pub label: &'static str,
    /// An explanation; empty if the label suffices.
    pub meaning: &'static str,
}

/// An enumeration whose values travel as text.
pub trait Text: Copy + PartialEq + Sized + 'static {
    /// Every value but the unset one, in the order of the definition.
    const VALUES: &'static [(Self, &'static str)];
    /// The same values with their labels, in the same order.
    const CHOICES: &'static [Choice];

    /// The text of the value; empty for the unset one.
    fn text(self) -> &'static str {
        Self::VALUES.iter().find(|(value, _)| *value == self).map_or("", |(_, text)| text)
    }

    /// The value of a text.
    fn from_text(text: &str) -> Option<Self> {
        Self::VALUES.iter().find(|(_, known)| *known == text).map(|(value, _)| *value)
    }
}

/// Reads numbers of which some are not known. Writing needs no help: NaN becomes null.
pub fn numbers_in<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<f64>, D::Error> {
    let numbers = Vec::<Option<f64>>::deserialize(input)?;
    Ok(numbers.into_iter().map(|number| number.unwrap_or(f64::NAN)).collect())
}

/// Writes one enumeration value.
pub fn one_enum_out<E, S>(value: &i32, out: S) -> Result<S::Ok, S::Error>
where
    E: TryFrom<i32> + Serialize,
    S: Serializer,
{
    known::<E, S::Error>(*value)?.serialize(out)
}

/// Reads one enumeration value.
pub fn one_enum_in<'de, E, D>(input: D) -> Result<i32, D::Error>
where
    E: Into<i32> + DeserializeOwned,
    D: Deserializer<'de>,
{
    E::deserialize(input).map(Into::into)
}

/// Writes an enumeration value or null.
pub fn optional_enum_out<E, S>(value: &Option<i32>, out: S) -> Result<S::Ok, S::Error>
where
    E: TryFrom<i32> + Serialize,
    S: Serializer,
{
    value.map(known::<E, S::Error>).transpose()?.serialize(out)
}

/// Reads an enumeration value or null.
pub fn optional_enum_in<'de, E, D>(input: D) -> Result<Option<i32>, D::Error>
where
    E: Into<i32> + DeserializeOwned,
    D: Deserializer<'de>,
{
    Option::<E>::deserialize(input).map(|value| value.map(Into::into))
}

/// Writes a list of enumeration values.
pub fn list_enum_out<E, S>(values: &[i32], out: S) -> Result<S::Ok, S::Error>
where
    E: TryFrom<i32> + Serialize,
    S: Serializer,
{
    let texts: Result<Vec<E>, S::Error> =
        values.iter().map(|value| known::<E, S::Error>(*value)).collect();
    texts?.serialize(out)
}

/// Reads a list of enumeration values.
pub fn list_enum_in<'de, E, D>(input: D) -> Result<Vec<i32>, D::Error>
where
    E: Into<i32> + DeserializeOwned,
    D: Deserializer<'de>,
{
    Vec::<E>::deserialize(input).map(|values| values.into_iter().map(Into::into).collect())
}

/// Writes milliseconds since 1970 as RFC 3339.
pub fn one_instant_out<S: Serializer>(value: &i64, out: S) -> Result<S::Ok, S::Error> {
    instant(*value).map_err(S::Error::custom)?.serialize(out)
}

/// Reads RFC 3339 as milliseconds since 1970.
pub fn one_instant_in<'de, D: Deserializer<'de>>(input: D) -> Result<i64, D::Error> {
    parse_instant(&String::deserialize(input)?).map_err(D::Error::custom)
}

/// Writes milliseconds since 1970 as RFC 3339, or null.
pub fn optional_instant_out<S: Serializer>(value: &Option<i64>, out: S) -> Result<S::Ok, S::Error> {
    value.map(instant).transpose().map_err(S::Error::custom)?.serialize(out)
}

/// Reads RFC 3339 or null.
pub fn optional_instant_in<'de, D: Deserializer<'de>>(input: D) -> Result<Option<i64>, D::Error> {
    Option::<String>::deserialize(input)?
        .map(|text| parse_instant(&text))
        .transpose()
        .map_err(D::Error::custom)
}

/// Reads a value that is there, though it be null.
pub fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    input: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(input).map(Some)
}

/// Milliseconds since 1970 as RFC 3339 in UTC with three decimals.
pub fn instant(milliseconds: i64) -> Result<String, time::error::ComponentRange> {
    let moment = OffsetDateTime::from_unix_timestamp_nanos(i128::from(milliseconds) * 1_000_000)?;
    Ok(format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
        moment.year(),
        u8::from(moment.month()),
        moment.day(),
        moment.hour(),
        moment.minute(),
        moment.second(),
        moment.millisecond()
    ))
}

fn parse_instant(text: &str) -> Result<i64, time::error::Parse> {
    let moment = OffsetDateTime::parse(text, &Rfc3339)?;
    Ok((moment.unix_timestamp_nanos() / 1_000_000) as i64)
}

fn known<E: TryFrom<i32>, X: serde::ser::Error>(value: i32) -> Result<E, X> {
    E::try_from(value).map_err(|_| X::custom(format!("enumeration value {value} is unknown")))
}
