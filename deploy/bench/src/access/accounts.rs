//! The accounts of the measurements: an administrator, and people with a session and keys.

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use stack::{Answer, Browser};

use super::AccessStack;
use crate::visitors::SESSION_COOKIE;

/// The address in `ADMIN_EMAILS`.
const ADMINISTRATOR: &str = "bench-administrator@example.test";

/// An API key.
pub struct Key {
    pub id: String,
    pub version: Value,
    /// The line of a request that carries it.
    pub header: String,
}

/// Signs somebody in a moment ago, as changes need it.
pub async fn sign_in(stack: &AccessStack, address: &str) -> Browser {
    let mut browser = Browser::new(&stack.base, stack.mails.clone());
    browser.sign_in(address).await;
    browser
}

/// The line of a request that carries a session.
pub fn session_header(browser: &Browser) -> String {
    format!("cookie: {SESSION_COOKIE}={}\r\n", browser.cookie(SESSION_COOKIE))
}

/// An administrator who changes plans.
pub struct Administrator(Browser);

impl Administrator {
    pub async fn sign_in(stack: &AccessStack) -> Self {
        Self(sign_in(stack, ADMINISTRATOR).await)
    }

    /// Gives the organization of somebody a plan.
    pub async fn set_plan(&self, person: &Browser, plan: &str) -> anyhow::Result<()> {
        let profile = data(person.query("users.getProfile").await)?;
        let id = &profile["organization"]["id"];
        let input = json!({"id": id, "plan": plan});
        data(self.0.mutate("adminOrganizations.setPlan", &input).await).map(drop)
    }
}

impl Key {
    /// A key of somebody for these parts of their data; all of it without any.
    pub async fn create(person: &Browser, scopes: &Value) -> anyhow::Result<Self> {
        let key = json!({"name": "Bench", "scopes": scopes, "ip_cidrs": []});
        let input = json!({"is_organization": false, "is_test": false, "key": key});
        let created = data(person.mutate("apiKeys.create", &input).await)?;
        let secret = created["secret"].as_str().context("a key without a text")?;
        let id = created["key"]["id"].as_str().context("a key without an id")?;
        let header = format!("authorization: Bearer {secret}\r\n");
        Ok(Self { id: id.to_owned(), version: created["key"]["version"].clone(), header })
    }

    /// Revokes it.
    pub async fn revoke(&self, person: &Browser) -> anyhow::Result<()> {
        let input = json!({"id": self.id, "version": self.version});
        data(person.mutate("apiKeys.revoke", &input).await).map(drop)
    }
}

/// The data of an answer; an error if it was refused.
pub fn data(mut answer: Answer) -> anyhow::Result<Value> {
    ensure!(answer.status == 200, "a call was refused: {} {}", answer.status, answer.text);
    Ok(answer.json["result"]["data"].take())
}
