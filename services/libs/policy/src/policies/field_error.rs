//! Errors of the fields of a policy, which an editor shows beside them.

/// Why a field is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FieldReason {
    Required,
    Unknown,
    Duplicate,
    NotSorted,
    TooShort,
    TooLong,
    TooMany,
    TooSmall,
    NotADate,
    NotANetwork,
    /// A name with other characters than are allowed.
    NotAName,
    /// The end is before the start.
    Reversed,
    /// The burst is below the rate.
    BelowRate,
    /// An endpoint of the policy has no such dimension.
    NotAtEndpoint,
    /// Denials subtract records and fields alone.
    NotInDenial,
    /// The field is always visible.
    AlwaysVisible,
    /// The limit of an assignment is more generous than that of the policy.
    Loosens,
}

impl FieldReason {
    /// The stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Unknown => "unknown",
            Self::Duplicate => "duplicate",
            Self::NotSorted => "not_sorted",
            Self::TooShort => "too_short",
            Self::TooLong => "too_long",
            Self::TooMany => "too_many",
            Self::TooSmall => "too_small",
            Self::NotADate => "not_a_date",
            Self::NotANetwork => "not_a_network",
            Self::NotAName => "not_a_name",
            Self::Reversed => "reversed",
            Self::BelowRate => "below_rate",
            Self::NotAtEndpoint => "not_at_endpoint",
            Self::NotInDenial => "not_in_denial",
            Self::AlwaysVisible => "always_visible",
            Self::Loosens => "loosens",
        }
    }
}

/// An error of one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The field, `where[1].ids`.
    pub path: String,
    pub reason: FieldReason,
    /// A sentence for people.
    pub message: String,
}

impl FieldError {
    pub fn new(path: impl Into<String>, reason: FieldReason, message: impl Into<String>) -> Self {
        Self { path: path.into(), reason, message: message.into() }
    }
}
