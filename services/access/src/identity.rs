//! The calls to identity: the memberships of users, and addresses for notices.

use std::sync::Arc;
use std::time::Duration;

use kit::config::ConfigError;
use kit::error::Problem;
use kit::grpc::{self, Channel};
use kit::run::App;
use proto::identity::v1::identity_client::IdentityClient;
use proto::identity::v1::{GetMembershipRequest, ListMailAddressesRequest, MembershipRole};
use tokio::sync::OnceCell;
use tonic::{Request, Status};
use uuid::Uuid;

use crate::error::AccessError;

/// Shorter than the patience of a person in front of a form.
const CALL: Duration = Duration::from_secs(2);

/// Identity, to which the first call connects.
#[derive(Clone)]
pub struct Identity {
    app: App,
    url: Arc<str>,
    channel: Arc<OnceCell<Channel>>,
}

impl Identity {
    /// Identity at these addresses.
    pub fn new(app: &App, url: &str) -> Self {
        Self { app: app.clone(), url: url.into(), channel: Arc::default() }
    }

    /// The channel that all calls share.
    pub async fn channel(&self) -> Result<Channel, ConfigError> {
        let connect = || grpc::connect(&self.app, "IDENTITY_URL", &self.url);
        Box::pin(self.channel.get_or_try_init(connect)).await.cloned()
    }

    /// The role of a user in an organization; none for a user who is no member or is deactivated.
    pub async fn role(
        &self,
        user_id: &str,
        organization_id: &str,
    ) -> Result<Option<MembershipRole>, AccessError> {
        let request = GetMembershipRequest {
            user_id: user_id.to_owned(),
            organization_id: organization_id.to_owned(),
        };
        let mut client = self.client().await?;
        // The futures of calls are large.
        let answer = Box::pin(client.get_membership(timed(request))).await;
        let role = answer.map_err(away)?.into_inner().role;
        Ok(role.and_then(|role| MembershipRole::try_from(role).ok()))
    }

    /// The verified addresses of a user, or without one those of the owners of the organization.
    pub async fn addresses(
        &self,
        user: Option<Uuid>,
        organization: Uuid,
    ) -> Result<Vec<String>, AccessError> {
        let owners = user.is_none().then(|| organization.to_string());
        let request = ListMailAddressesRequest {
            user_id: user.map(|user| user.to_string()),
            owners_of_organization_id: owners,
        };
        let mut client = self.client().await?;
        let answer = Box::pin(client.list_mail_addresses(timed(request))).await;
        Ok(answer.map_err(away)?.into_inner().addresses)
    }

    async fn client(&self) -> Result<IdentityClient<Channel>, AccessError> {
        let channel = self.channel().await;
        let channel = channel.map_err(|error| AccessError::IdentityAway(error.to_string()))?;
        Ok(IdentityClient::new(channel))
    }
}

fn timed<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(CALL);
    request
}

fn away(status: Status) -> AccessError {
    AccessError::IdentityAway(Problem::from(status).to_string())
}
