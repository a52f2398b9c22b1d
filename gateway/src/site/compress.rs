//! Writes the compressed forms of an export beside its files, so that a starting process need not make them.

use std::io;
use std::path::{Path, PathBuf};

use super::load;
use super::media_type::{kind_of, page_name};
use crate::http_message::coding::{Coding, Effort};

/// Compresses every text of an export and returns the number of written files. Pages are left out: the origin of the
/// installation is still to be written into them.
pub fn pack(directory: &Path) -> io::Result<usize> {
    let mut found = Vec::new();
    collect(directory, &mut found)?;
    let work = found.into_iter().flat_map(|path| Coding::ALL.map(|coding| (path.clone(), coding)));
    let written: Vec<usize> = load::in_parallel(work.collect(), |(path, coding)| {
        let bytes = std::fs::read(&path)?;
        let packed = coding.encode(&bytes, Effort::Thorough)?;
        let mut name = path.into_os_string();
        name.push(format!(".{}", coding.extension()));
        std::fs::write(name, packed)?;
        Ok(1)
    })?;
    Ok(written.into_iter().sum())
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            collect(&path, found)?;
        } else if kind_of(&name).is_text && page_name(&name).is_none() {
            found.push(path);
        }
    }
    Ok(())
}
