//! The expected frequency of the values of a series, and the number of days for which the last one is carried.

use serde::{Deserialize, Serialize};

/// The interval at which values are expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frequency {
    #[default]
    Daily,
    /// Every day on which markets are open.
    BusinessDaily,
    Weekly,
    Monthly,
    /// Every month, as the average of the month: dated on its last day, and known after it.
    MonthlyAverage,
    Quarterly,
    Yearly,
}

impl Frequency {
    /// The number of days for which the last value is carried if none follows.
    pub fn carry_days(self) -> i32 {
        match self {
            // A week of holidays is the longest that markets close.
            Self::Daily | Self::BusinessDaily => 7,
            Self::Weekly => 14,
            // A value of a month is published in the month after it.
            Self::Monthly | Self::MonthlyAverage => 62,
            Self::Quarterly => 184,
            Self::Yearly => 400,
        }
    }
}
