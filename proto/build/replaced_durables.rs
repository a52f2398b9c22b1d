//! Writes the durables of earlier releases that each service replaces, as the list of programs names them.

use std::fmt::{Error, Write as _};

/// The place of the column `replaces`.
const REPLACES: usize = 8;

/// The Rust code of one constant for each service that replaces some. `list` is the text of `services/services.txt`.
pub fn replaced_durables(list: &str) -> Result<String, Error> {
    let mut out = String::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split_whitespace().collect();
        if let Some(names) = columns.get(REPLACES).filter(|names| **names != "-") {
            let (service, names) = (columns[0], names.split(',').collect::<Vec<_>>());
            writeln!(out, "/// Those that {service} replaces.")?;
            writeln!(out, "pub const {}: &[&str] = &{names:?};", service.to_uppercase())?;
        }
    }
    Ok(out)
}
