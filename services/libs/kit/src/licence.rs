//! The terms of the licence of imported rows: the readers who may see them, and whether they may be part of files.

use anyhow::ensure;
use proto::codec::Text as _;
use proto::timeseries::v1::Visibility;

use crate::query::Field;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The readers who may see the rows.
    pub visible_to: Visibility,
    /// Whether they may be part of files.
    pub is_redistributable: bool,
}

impl Terms {
    /// The terms of a manifest that states none.
    pub const FREE: Self = Self { visible_to: Visibility::Everybody, is_redistributable: true };

    /// The terms that a manifest states. A reader who sees a value without signing in can pass it on, so rows that may not
    /// be passed on are for members unless the manifest says otherwise.
    pub fn stated(visible_to: Option<Visibility>, redistributable: Option<bool>) -> Self {
        let is_redistributable = redistributable.unwrap_or(Self::FREE.is_redistributable);
        let unstated = if is_redistributable { Self::FREE.visible_to } else { Visibility::Members };
        Self { visible_to: visible_to.unwrap_or(unstated), is_redistributable }
    }

    /// Refuses terms that contradict each other.
    pub fn check(self) -> anyhow::Result<()> {
        ensure!(
            self.is_redistributable || self.visible_to != Visibility::Everybody,
            "what has redistributable: false cannot have visible_to: everybody, since answers to everybody pass it on. \
             Remove visible_to, which then is members, or state members, administrators or nobody"
        );
        Ok(())
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_not_be_passed_on_is_for_members_unless_less_is_stated() {
        assert_eq!(Terms::stated(None, None), Terms::FREE);
        for (stated, visible_to) in [
            (None, Visibility::Members),
            (Some(Visibility::Administrators), Visibility::Administrators),
            (Some(Visibility::Nobody), Visibility::Nobody),
        ] {
            let terms = Terms::stated(stated, Some(false));
            assert_eq!(terms, Terms { visible_to, is_redistributable: false });
            assert!(terms.check().is_ok());
        }
    }

    #[test]
    fn terms_that_contradict_each_other_are_refused_with_what_to_do() {
        let refusal = Terms::stated(Some(Visibility::Everybody), Some(false)).check().unwrap_err();
        assert!(refusal.to_string().contains("Remove visible_to"), "{refusal}");
        assert!(Terms::stated(Some(Visibility::Everybody), Some(true)).check().is_ok());
        assert!(Terms::stated(Some(Visibility::Members), None).check().is_ok());
    }
}
