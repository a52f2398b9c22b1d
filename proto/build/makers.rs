//! The program that makes each stream, as the list of programs names it.

/// The place of the column `publishes`.
const PUBLISHES: usize = 4;
/// The place of the column `makes`.
const MAKES: usize = 7;

/// The maker of the stream for the events of a package. `list` is the text of `services/services.txt`.
pub fn maker_of_events<'a>(list: &'a str, package: &str) -> Result<&'a str, String> {
    program_with(list, PUBLISHES, package)
}

/// The maker of a stream that many write to.
pub fn maker_of<'a>(list: &'a str, stream: &str) -> Result<&'a str, String> {
    program_with(list, MAKES, stream)
}

fn program_with<'a>(list: &'a str, column: usize, item: &str) -> Result<&'a str, String> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let mut programs = lines.filter_map(|line| {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let items = columns.get(column)?;
        items.split(',').any(|one| one == item).then(|| columns[0])
    });
    match (programs.next(), programs.next()) {
        (Some(program), None) => Ok(program),
        (found, _) => {
            let count = if found.is_none() { "no program makes" } else { "several programs make" };
            Err(format!("services/services.txt: {count} the stream of {item}"))
        }
    }
}
