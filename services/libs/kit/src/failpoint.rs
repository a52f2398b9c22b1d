//! Named places where a test can kill the process, which compile to nothing without the feature `failpoints`.

/// Marks a place; does nothing unless a test has armed it.
#[inline]
pub fn reach(name: &'static str) {
    #[cfg(feature = "failpoints")]
    armed::reach(name);
    #[cfg(not(feature = "failpoints"))]
    let _ = name;
}

#[cfg(feature = "failpoints")]
pub use armed::arm;

#[cfg(feature = "failpoints")]
mod armed {
    use std::sync::Mutex;
    use std::sync::PoisonError;

    static ARMED: Mutex<Option<(String, u32)>> = Mutex::new(None);

    /// Kills the process, without any cleanup, when the place is reached for the n-th time.
    pub fn arm(name: &str, times: u32) {
        *ARMED.lock().unwrap_or_else(PoisonError::into_inner) = Some((name.to_owned(), times));
    }

    pub(super) fn reach(name: &'static str) {
        let mut armed = ARMED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((armed_name, left)) = armed.as_mut()
            && armed_name == name
        {
            *left -= 1;
            if *left == 0 {
                std::process::abort();
            }
        }
    }
}
