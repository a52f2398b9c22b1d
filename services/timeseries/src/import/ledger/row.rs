//! The trait that transfers and holders share: their form in a file, and the statements that add them.

use super::cells::{CellRefusal, Cells};
use crate::import::files::columns::Form;
use crate::import::files::point::Bounds;
use crate::import::files::typed_table::{Column, Group};
use crate::import::store::copy::Rows as CopiedRows;

/// A row of such a file. The first column of each form is the slug of the token.
pub trait Row: Sized {
    /// Its columns in a file.
    const FORM: Form;
    /// Its columns in the table `incoming`, after the line and the token.
    const INCOMING: &'static str;
    /// How many these are.
    const WIDTH: i16;
    /// Lines that contradict each other or what is known, the column to blame, and what was expected.
    const CONTRADICTIONS: &'static [&'static str];
    /// Adds the rows of a load ($1) that are not there yet.
    const INSERT: &'static str;
    /// The days of the rows of a load.
    const DATES: &'static str;

    /// Its columns in a file that is taken over as recorded, in the order of the form.
    const TYPED: &'static [Column];

    /// The row that follows in such a file, after its token.
    fn read(rows: &mut Group, bounds: Bounds) -> Result<Self, CellRefusal>;

    /// The row, once its cells are checked.
    fn parse(cells: &Cells<'_>, bounds: Bounds) -> Result<Self, CellRefusal>;

    /// Hands its columns to the database.
    fn copy(&self, rows: &mut CopiedRows<'_>);
}
