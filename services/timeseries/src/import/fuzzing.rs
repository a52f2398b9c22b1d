//! Parsers of files of numbers without a database, exposed for the fuzz targets (`deploy/fuzz`) alone.

use super::ledger::{Holding, Row as _};
use super::{Input, Key, Manifest, Rejections};
use crate::import::files::rows::Rows;
use crate::import::files::typed_table::TypedTable;

pub use crate::import::files::point::{Bounds, LARGEST, Point};

/// The most values that are read of a file.
const MOST_VALUES: usize = 100_000;

pub struct Values {
    /// Its series.
    pub keys: Vec<Key>,
    /// Its values, in the order of the file.
    pub points: Vec<Point>,
    /// The refused parts of it.
    pub rejections: Rejections,
}

/// Reads a file as it is read before it is compared with what is known.
pub fn values(file: &Input, manifest: &Manifest, bounds: Bounds) -> anyhow::Result<Values> {
    let (columns, origin) = (manifest.columns(&file.name), manifest.origin(&file.name)?);
    let mut rows = Rows::open(file.table()?, columns, origin, bounds);
    let (mut points, mut part) = (Vec::new(), Vec::new());
    while points.len() < MOST_VALUES && rows.read(&mut part) {
        points.append(&mut part);
    }
    Ok(Values { keys: rows.keys, points, rejections: rows.rejections })
}

/// The number of balances in a file that are taken over as recorded; `None` if one is refused.
pub fn holders(file: Vec<u8>, bounds: Bounds) -> Option<usize> {
    let table = TypedTable::open(file.into(), Holding::TYPED).ok()?;
    let columns: Vec<usize> = (0..Holding::TYPED.len()).collect();
    let mut count = 0;
    for at in 0..table.group_count() {
        let mut rows = table.group(at, &columns, 2).ok()?;
        for _ in 0..rows.row_count {
            Holding::read(&mut rows, bounds).ok()?;
            count += 1;
        }
    }
    Some(count)
}
