//! The common parts of the subcommands `import` and `seed` of a service.

use std::fmt::Display;
use std::path::Path;

use anyhow::{bail, ensure};

/// The folder that is imported and the flags beside it.
pub fn folder_and_flags<'a>(
    words: &'a [String],
    usage: &'static str,
) -> anyhow::Result<(&'a Path, Vec<&'a str>)> {
    let (flags, folders): (Vec<&str>, Vec<&str>) =
        words.iter().map(String::as_str).partition(|word| word.starts_with('-'));
    match folders.as_slice() {
        [folder] => Ok((Path::new(*folder), flags)),
        _ => bail!(usage),
    }
}

/// Prints the report of an import, and fails if files were refused.
pub fn print(report: &impl Display, refused: &[&str]) -> anyhow::Result<()> {
    print!("{report}");
    let names = refused.join(", ");
    ensure!(refused.is_empty(), "files were refused, nothing of them was loaded: {names}");
    Ok(())
}
