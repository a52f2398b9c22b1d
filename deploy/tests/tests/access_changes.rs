//! Changes of access on real services: a plan, a key and a session that end at one gateway end at the other.

use faultkit::processes::eventually;
use reqwest::Method;
use serde_json::{Value, json};
use stack::{Answer, Browser, Options, Stack};

const ADMIN: &str = "admin@example.test";
const MEMBER: &str = "member@example.test";
const DATA: &str = "/api/trpc/networks.meta";
/// A file in a format that the free plan does not include.
const FILE: &str = "/api/download/networks.parquet";

async fn signed_in(stack: &Stack, address: &str) -> Browser {
    let mut browser = Browser::at(stack, "gateway-1");
    browser.sign_in(address).await;
    browser
}

fn data(mut answer: Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json["result"]["data"].take()
}

async fn set_plan(administrator: &Browser, member: &Browser, plan: &str) {
    let profile = data(member.query("users.getProfile").await);
    let input = json!({"id": profile["organization"]["id"], "plan": plan});
    data(administrator.mutate("adminOrganizations.setPlan", &input).await);
}

/// The status of an answer to a program.
async fn status(stack: &Stack, key: &str, path: &str) -> u16 {
    let request = Browser::at(stack, "gateway-2").request(Method::GET, path);
    let answer = request.header("authorization", format!("Bearer {key}")).send().await.unwrap();
    answer.status().as_u16()
}

#[tokio::test]
async fn a_change_at_one_gateway_counts_at_the_other() {
    let settings =
        vec![("ADMIN_EMAILS", ADMIN.to_owned()), ("ACCESS_POLICY_SET", "tiered".to_owned())];
    let stack = Stack::start_with(Options { gateways: 2, settings, ..Options::default() }).await;
    let administrator = signed_in(&stack, ADMIN).await;
    let member = signed_in(&stack, MEMBER).await;
    let elsewhere = member.moved_to(&stack, "gateway-2");
    let key = json!({"name": "Nightly", "scopes": [], "ip_cidrs": []});
    let input = json!({"is_organization": false, "is_test": false, "key": key});
    let key = data(member.mutate("apiKeys.create", &input).await);
    let text = key["secret"].as_str().unwrap();

    for _ in 0..2 {
        set_plan(&administrator, &member, "PREMIUM_ALL_ACCESS").await;
        eventually("the larger plan counts", || async {
            elsewhere.get(FILE).await.status == 200 && status(&stack, text, FILE).await == 200
        })
        .await;
        set_plan(&administrator, &member, "FREE").await;
        eventually("the smaller plan counts", || async {
            elsewhere.get(FILE).await.status == 403 && status(&stack, text, FILE).await == 403
        })
        .await;
    }
    // Records of all classes are in every plan.
    assert_eq!(status(&stack, text, DATA).await, 200);
    let revocation = json!({"id": key["key"]["id"], "version": key["key"]["version"]});
    data(member.mutate("apiKeys.revoke", &revocation).await);
    eventually("the key has ended", || async { status(&stack, text, DATA).await == 401 }).await;

    let other = signed_in(&stack, MEMBER).await;
    assert_eq!(elsewhere.query("users.getProfile").await.status, 200);
    data(other.mutate("sessions.revokeOthers", &Value::Null).await);
    eventually("the session has ended", || async {
        elsewhere.query("users.getProfile").await.status == 401
    })
    .await;
    assert_eq!(other.query("users.getProfile").await.status, 200);
}
