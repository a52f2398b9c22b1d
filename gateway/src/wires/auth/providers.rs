//! GET `providers`: the ways to sign in.

use proto::codec::Text;
use proto::identity::v1::{Provider, ProviderType};
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::auth_state::Auth;

pub async fn show(auth: &Auth) -> Answer {
    match auth.providers.list().await {
        Ok(list) => {
            let entries = list.iter().map(|provider| (provider.id.clone(), entry(auth, provider)));
            Answer::json(Value::Object(entries.collect::<Map<_, _>>()))
        }
        Err(problem) => {
            problem.log("auth.providers");
            Answer::unavailable()
        }
    }
}

fn entry(auth: &Auth, provider: &Provider) -> Value {
    let kind = ProviderType::try_from(provider.r#type).map_or("", Text::text);
    json!({
        "id": provider.id,
        "name": provider.name,
        "type": kind,
        "signinUrl": auth.url(&format!("signin/{}", provider.id)),
        "callbackUrl": auth.url(&format!("callback/{}", provider.id)),
    })
}
