//! Mails that are files of a directory.

use std::path::Path;

use access::notices::mail::Mails;
use kit::config::Env;
use mail::Mailer;

/// The address of the operator.
pub const OPERATOR: &str = "plans@example.org";

/// A mailer that writes into the directory.
pub fn to(directory: &Path) -> Mails {
    let sink = format!("file://{}", directory.display());
    let mut env = Env::fixed([("SMTP_URL", &*sink), ("PUBLIC_URL", "http://127.0.0.1:8080")]);
    let public_url = kit::session_settings::public_url(&mut env).unwrap();
    let mailer = Mailer::from_env(&mut env, &public_url).unwrap();
    Mails {
        mailer,
        public_url: "http://127.0.0.1:8080".to_owned(),
        plan_requests_to: Some(OPERATOR.to_owned()),
    }
}

/// Takes the mails out of the directory.
pub fn take(directory: &Path) -> Vec<String> {
    let mut mails = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        mails.push(std::fs::read_to_string(&path).unwrap());
        std::fs::remove_file(path).unwrap();
    }
    mails
}
