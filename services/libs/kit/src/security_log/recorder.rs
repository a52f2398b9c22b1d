//! Keeps the lines of a test's thread in place of writing them.

use std::cell::RefCell;

use serde_json::Value;

thread_local! {
    static LINES: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// The security log of a test: the lines of everything that runs on its thread.
#[derive(Debug)]
pub struct SecurityLog(());

impl SecurityLog {
    /// Keeps all lines from now on.
    pub fn record() -> Self {
        LINES.set(Some(Vec::new()));
        Self(())
    }

    /// The lines since the last time, as they would be written.
    pub fn lines(&self) -> Vec<String> {
        LINES.replace(Some(Vec::new())).unwrap_or_default()
    }

    /// The same, parsed.
    pub fn entries(&self) -> Vec<Value> {
        let parse = |line: &String| serde_json::from_str(line).expect("a line is JSON");
        self.lines().iter().map(parse).collect()
    }
}

impl Drop for SecurityLog {
    fn drop(&mut self) {
        LINES.set(None);
    }
}

/// Keeps a line, if a test wants it.
pub(super) fn keep(line: impl FnOnce() -> String) -> bool {
    LINES.with_borrow_mut(|lines| match lines {
        Some(lines) => {
            lines.push(line());
            true
        }
        None => false,
    })
}
