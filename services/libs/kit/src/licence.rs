//! What the licence of imported rows allows: who may see them, and whether they may be part of files.

use proto::codec::Text as _;
use proto::timeseries::v1::Visibility;

use crate::query::Field;

/// What a licence allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Who may see the rows.
    pub visible_to: Visibility,
    /// Whether they may be part of files.
    pub is_redistributable: bool,
}

impl Terms {
    /// Those of a manifest that states none.
    pub const FREE: Self = Self { visible_to: Visibility::Everybody, is_redistributable: true };

    /// Whether they allow everything to everybody.
    pub fn are_free(self) -> bool {
        self == Self::FREE
    }
}

/// The field that limits every query to what its reader may see; `sql` is the word of a [`Visibility`].
pub const fn visible_to(sql: &'static str) -> Field {
    Field::choice("visible_to", sql, Visibility::CHOICES)
        .describe("Who may see it, as the licence says.")
        .visible_to()
}

/// The field that limits every query for a file to what may be passed on.
pub const fn is_redistributable(sql: &'static str) -> Field {
    Field::bool("is_redistributable", sql)
        .describe("Whether the licence allows it in files.")
        .redistributable()
}
