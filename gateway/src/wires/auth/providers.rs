//! The ways to sign in, remembered for a while.

use std::sync::{Arc, PoisonError, RwLock};

use kit::error::Problem;
use proto::codec::Text;
use proto::identity::v1::{ListProvidersRequest, Provider, ProviderType};
use serde_json::{Map, Value, json};
use time::{Duration, OffsetDateTime};

use super::Auth;
use super::answer::Answer;

const REMEMBERED: Duration = Duration::seconds(30);

type List = Arc<Vec<Provider>>;

/// What identity last said.
#[derive(Default)]
pub struct Providers(RwLock<Option<(OffsetDateTime, List)>>);

impl Providers {
    /// The list; while identity is away, the last one it gave.
    pub async fn list(&self, auth: &Auth) -> Result<List, Problem> {
        let now = auth.state.clock.now();
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((at, list)) = &known
            && now - *at < REMEMBERED
        {
            return Ok(Arc::clone(list));
        }
        let mut identity = auth.state.upstream.identity.clone();
        match identity.list_providers(ListProvidersRequest {}).await {
            Ok(answer) => {
                let list = Arc::new(answer.into_inner().providers);
                let fresh = Some((now, Arc::clone(&list)));
                *self.0.write().unwrap_or_else(PoisonError::into_inner) = fresh;
                Ok(list)
            }
            Err(status) => match known {
                Some((_, list)) => Ok(list),
                None => Err(Problem::from(status)),
            },
        }
    }

    /// The provider of an id.
    pub async fn find(&self, auth: &Auth, id: &str) -> Result<Option<Provider>, Problem> {
        Ok(self.list(auth).await?.iter().find(|provider| provider.id == id).cloned())
    }
}

/// GET `providers`.
pub async fn show(auth: &Auth) -> Answer {
    match auth.providers.list(auth).await {
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
