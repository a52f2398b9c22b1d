//! People with sessions, and the request that measurements of them make.

use std::path::Path;

use stack::Browser;

pub const SESSION_COOKIE: &str = "next-auth.session-token";
pub const PROFILE: &str = "/api/trpc/users.getProfile";
const PEOPLE: usize = 64;

/// The session cookies of as many people.
pub async fn sign_in(base: &str, mails: &Path) -> Vec<String> {
    let mut cookies = Vec::with_capacity(PEOPLE);
    for number in 0..PEOPLE {
        let mut browser = Browser::new(base, mails.to_owned());
        browser.sign_in(&format!("bench-{number}@example.test")).await;
        cookies.push(format!("{SESSION_COOKIE}={}", browser.cookie(SESSION_COOKIE)));
    }
    cookies
}
