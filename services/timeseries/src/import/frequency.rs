//! How often the values of a series come, and for how long the last one stands.

use serde::{Deserialize, Serialize};

/// How often a value is expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frequency {
    /// Every day.
    #[default]
    Daily,
    /// Every day on which markets are open.
    BusinessDaily,
    /// Every week.
    Weekly,
    /// Every month.
    Monthly,
    /// Every month, as the average of the month: dated on its last day, and known after it.
    MonthlyAverage,
    /// Every quarter.
    Quarterly,
    /// Every year.
    Yearly,
}

impl Frequency {
    /// For how many days the last value stands where none follows.
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
