//! Named places where a test ends the process the hard way. Without the feature `failpoints` they vanish.

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

    /// Ends the process, without any cleaning up, when the place is reached for the n-th time.
    pub fn arm(name: &str, times: u32) {
        *ARMED.lock().unwrap_or_else(PoisonError::into_inner) = Some((name.to_owned(), times));
    }

    pub(super) fn reach(name: &'static str) {
        let mut armed = ARMED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((wanted, left)) = armed.as_mut()
            && wanted == name
        {
            *left -= 1;
            if *left == 0 {
                std::process::abort();
            }
        }
    }
}
