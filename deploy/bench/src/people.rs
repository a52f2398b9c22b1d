//! Signs people in as a browser would, with links from the private mail folder.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use reqwest::header::{COOKIE, SET_COOKIE};
use reqwest::{Client, Response, redirect};

/// The session cookies of so many people.
pub async fn sign_in(base: &str, mails: &Path, people: usize) -> anyhow::Result<Vec<String>> {
    // The client wants one even where nothing is encrypted.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = Client::builder().redirect(redirect::Policy::none()).build()?;
    let mut cookies = Vec::with_capacity(people);
    for number in 0..people {
        let address = format!("bench-{number}@example.test");
        cookies.push(one(&client, base, mails, &address).await?);
    }
    Ok(cookies)
}

async fn one(client: &Client, base: &str, mails: &Path, address: &str) -> anyhow::Result<String> {
    let answer = client.get(format!("{base}/api/auth/csrf")).send().await?;
    let csrf = cookie(&answer, "next-auth.csrf-token")?;
    let token = csrf.split_once('=').context("no value")?.1.split("%7C").next().unwrap_or_default();
    let form = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("csrfToken", token)
        .append_pair("email", address)
        .append_pair("callbackUrl", "/")
        .append_pair("json", "true")
        .finish();
    let answer = client
        .post(format!("{base}/api/auth/signin/email"))
        .header(COOKIE, &csrf)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(form)
        .send()
        .await?;
    let text = answer.text().await?;
    if text.contains("error=") {
        bail!("the sign-in was refused: {text}");
    }
    let link = mailed_link(mails, address).await?;
    cookie(&client.get(link).send().await?, "next-auth.session-token")
}

fn cookie(answer: &Response, name: &str) -> anyhow::Result<String> {
    answer
        .headers()
        .get_all(SET_COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok()?.split(';').next())
        .find(|pair| pair.split_once('=').is_some_and(|(found, _)| found == name))
        .map(str::to_owned)
        .with_context(|| format!("no cookie {name} in the answer {}", answer.status()))
}

async fn mailed_link(mails: &Path, address: &str) -> anyhow::Result<String> {
    let deadline = Instant::now() + Duration::from_secs(5);
    while Instant::now() < deadline {
        for entry in std::fs::read_dir(mails)? {
            let path = entry?.path();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            if text.contains(address)
                && let Some(link) = link_in(&text)
            {
                std::fs::remove_file(path)?;
                return Ok(link);
            }
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    bail!("no mail for {address}")
}

/// Links in a mail are broken by the soft line ends of quoted-printable text.
fn link_in(mail: &str) -> Option<String> {
    let text = mail.replace("=\r\n", "").replace("=\n", "").replace("=3D", "=");
    let at = text.find("/api/auth/callback/email")?;
    let start = text[..at].rfind("http")?;
    text[start..]
        .split(|letter: char| letter.is_whitespace() || "\"<>".contains(letter))
        .next()
        .map(str::to_owned)
}
