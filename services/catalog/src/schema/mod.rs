//! Types of which the declarations of `kinds` consist; reading, importing and editing follow them.

mod attribute;
mod cell;
mod column;
mod fields;
mod kind;
mod message;
mod record;
mod rules;
mod slug;

pub use attribute::Attribute;
pub use cell::{ExpectedForm, Raw, accept};
pub use column::{Choices, Column, ColumnType, DerivedType, Item, ReferenceForm};
pub use fields::{fields, from_clause, resource};
pub use kind::Kind;
pub(crate) use message::message;
pub use message::{Change, DeletedRecord, Events, Message, by_ids};
pub use record::{Row, narrowed};
pub use rules::{
    Check, CheckedRecord, EditedCells, Extend, History, Refusal, Rules, SampleEdits, Writer,
};
pub use slug::{Slug, slug};
