//! The services behind the gateway.

use proto::identity::v1::identity_client::IdentityClient;
use proto::profiles::v1::profiles_client::ProfilesClient;

/// How the gateway reaches a service.
pub type Channel = tonic::transport::Channel;

/// A client for each service; clones share their connections.
#[derive(Clone, Debug)]
pub struct Upstream {
    /// Users and sessions.
    pub identity: IdentityClient<Channel>,
    /// Profiles and preferences.
    pub profiles: ProfilesClient<Channel>,
}
