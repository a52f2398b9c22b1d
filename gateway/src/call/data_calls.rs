//! The data of a procedure in the words of policies: its actions at endpoints, always or by its input.

use std::fmt;

use proto::access::v1::{Action, Endpoint, FileFormat};
use proto::codec::Text as _;

use super::input::Input;
use super::policies::HeldPolicies;
use crate::upstream::asset_classes::AssetClasses;

const ACTIONS: u32 = Action::VALUES.len() as u32;

/// Actions at endpoints, a bit for each pair. A call needs a permission for every one of them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct DataCalls(u128);

/// The data of a procedure.
#[derive(Clone, Copy)]
pub enum DataRule {
    Always(DataCalls),
    /// Where the endpoint follows from the input, such as the kind of subject of a series.
    ByInput(fn(&Input<'_>) -> DataCalls),
}

/// The form in which an answer leaves the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataUse {
    /// The answer itself.
    Answer,
    /// A part of a feed.
    Feed,
    /// A file in a format.
    File(FileFormat),
}

impl DataCalls {
    pub const fn new(endpoint: Endpoint, action: Action) -> Self {
        Self(1 << ((endpoint as u32 - 1) * ACTIONS + action as u32 - 1))
    }

    /// An action at every endpoint.
    pub fn everywhere(action: Action) -> Self {
        let calls = Endpoint::VALUES.iter().map(|(endpoint, _)| Self::new(*endpoint, action));
        calls.fold(Self::default(), Self::and)
    }

    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The same endpoints with one action in place of all.
    #[must_use]
    fn as_action(self, action: Action) -> Self {
        self.iter().fold(Self::default(), |all, (endpoint, _)| all.and(Self::new(endpoint, action)))
    }

    pub fn iter(self) -> impl Iterator<Item = (Endpoint, Action)> {
        let count = Endpoint::VALUES.len() as u32 * ACTIONS;
        (0..count).filter(move |place| self.0 & 1 << place != 0).map(|place| {
            let (endpoint, action) = (place / ACTIONS, place % ACTIONS);
            (Endpoint::VALUES[endpoint as usize].0, Action::VALUES[action as usize].0)
        })
    }

    /// Whether it is nothing but reading single records.
    pub fn is_reading(self) -> bool {
        self.iter().all(|(_, action)| action == Action::Read)
    }
}

impl DataRule {
    /// The calls of an input in a form.
    pub fn calls(self, input: &Input<'_>, used_as: DataUse) -> DataCalls {
        let calls = match self {
            Self::Always(calls) => calls,
            Self::ByInput(calls) => calls(input),
        };
        match used_as {
            DataUse::Answer => calls,
            DataUse::Feed => calls.as_action(Action::Stream),
            DataUse::File(_) => calls.as_action(Action::Export),
        }
    }
}

impl fmt::Debug for DataCalls {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for (endpoint, action) in self.iter() {
            write!(out, "{between}{} {}", action.text(), endpoint.text())?;
            between = ", ";
        }
        Ok(())
    }
}

impl fmt::Debug for DataRule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Always(calls) => calls.fmt(out),
            Self::ByInput(_) => out.write_str("by input"),
        }
    }
}

/// The answers of a procedure to callers who may have a part of its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NarrowedAnswers {
    /// None: they are refused.
    None,
    /// The numbers of that part over time, or its transactions and holders. They count no records of others.
    Numbers,
    /// The records of that part, which may be in the order of numbers.
    Records,
    /// The data sets that may be exported whole, where the answer is their list. A file with a part of one is refused.
    DataSets,
}

impl NarrowedAnswers {
    /// Whether an answer may have a part of each of its data.
    pub fn has_parts(self) -> bool {
        matches!(self, Self::Numbers | Self::Records)
    }

    /// Whether the data of an endpoint are over time, so that policies may restrict the days.
    pub fn is_over_time(self, endpoint: Endpoint) -> bool {
        let is_series =
            matches!(endpoint, Endpoint::AssetTimeseries | Endpoint::ProtocolTimeseries);
        self == Self::Numbers || is_series
    }
}

/// A call for data before the policies of its caller.
pub struct DataCall<'c> {
    pub policies: &'c HeldPolicies,
    pub input: &'c Input<'c>,
    pub calls: DataCalls,
    pub used_as: DataUse,
    pub address: std::net::IpAddr,
    pub narrowed: NarrowedAnswers,
    pub asset_classes: &'c AssetClasses,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_at_every_endpoint_has_a_bit_of_its_own() {
        let mut all = DataCalls::default();
        for (endpoint, _) in Endpoint::VALUES {
            for (action, _) in Action::VALUES {
                let one = DataCalls::new(*endpoint, *action);
                assert_eq!(one.iter().collect::<Vec<_>>(), [(*endpoint, *action)]);
                all = all.and(one);
            }
        }
        assert_eq!(all.iter().count(), Endpoint::VALUES.len() * Action::VALUES.len());
    }

    #[test]
    fn a_file_exports_whatever_its_procedure_does() {
        let calls = DataCalls::new(Endpoint::Assets, Action::List)
            .and(DataCalls::new(Endpoint::AssetTimeseries, Action::Aggregate));
        assert_eq!(format!("{calls:?}"), "list assets, aggregate asset_timeseries");
        let rule = DataRule::Always(calls);
        let file = rule.calls(&Input::Null, DataUse::File(FileFormat::Csv));
        assert_eq!(format!("{file:?}"), "export assets, export asset_timeseries");
        assert_eq!(rule.calls(&Input::Null, DataUse::Answer), calls);
    }
}
