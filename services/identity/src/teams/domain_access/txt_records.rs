//! The TXT record that proves a domain: its name, its content, and its look-up in DNS.

use std::net::SocketAddr;
use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolveHosts, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::net::{DnsError, NetError};
use hickory_resolver::proto::op::ResponseCode;
use hickory_resolver::proto::rr::RData;
use proto::identity::v1::DomainCheckResult;

use super::email_domain;

/// The label before the domain: a name of its own, which no mail host uses and which few can create for others.
const LABEL: &str = "_assay";
const PREFIX: &str = "assay-verification=";

// A caller waits for the look-up, and has to hear of its failure within the deadline of the call.
const LOOKUP_DEADLINE: Duration = Duration::from_secs(3);
const ATTEMPT: Duration = Duration::from_millis(1400);
// A domain has a handful of such records; what somebody puts there in addition is not read.
const MOST_RECORDS: usize = 64;

/// Looks records up at the resolver of the settings, or at those of the machine; none if there are none.
pub struct TxtRecords(Option<TokioResolver>);

impl TxtRecords {
    /// Without any resolver the service works as usual, but no domain is proved.
    pub fn new(server: Option<SocketAddr>) -> Self {
        match resolver(server) {
            Ok(resolver) => Self(Some(resolver)),
            Err(error) => {
                tracing::warn!(%error, "DNS cannot be used: domains of teams cannot be proved");
                Self(None)
            }
        }
    }

    /// Whether the record with the token is published for the domain.
    pub async fn check(&self, domain: &str, token: &str) -> DomainCheckResult {
        let Some(name) = record_name(domain) else { return DomainCheckResult::Missing };
        let Some(resolver) = &self.0 else { return DomainCheckResult::Unreachable };
        // The dot at the end: the search domains of the machine do not count.
        let answer =
            tokio::time::timeout(LOOKUP_DEADLINE, resolver.txt_lookup(format!("{name}."))).await;
        match answer {
            Ok(Ok(found)) => {
                let expected = record_value(token);
                let records = found.answers().iter().filter_map(|record| text(&record.data));
                let mut records = records.take(MOST_RECORDS).peekable();
                if records.peek().is_none() {
                    DomainCheckResult::Missing
                } else if records.any(|text| text == expected.as_bytes()) {
                    DomainCheckResult::Found
                } else {
                    DomainCheckResult::Different
                }
            }
            Ok(Err(error)) if has_no_record(&error) => DomainCheckResult::Missing,
            Ok(Err(error)) => {
                tracing::info!(%error, domain, "the record of a domain cannot be looked up");
                DomainCheckResult::Unreachable
            }
            Err(_) => DomainCheckResult::Unreachable,
        }
    }
}

/// A resolver without a cache: an owner checks a record that they have just changed.
fn resolver(server: Option<SocketAddr>) -> Result<TokioResolver, NetError> {
    let mut builder = match server {
        Some(address) => {
            let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()];
            let connections = connections.map(|mut connection| {
                connection.port = address.port();
                connection
            });
            let server = NameServerConfig::new(address.ip(), true, connections.to_vec());
            let config = ResolverConfig::from_name_servers(vec![server]);
            TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
        }
        None => TokioResolver::builder_tokio()?,
    };
    let options = builder.options_mut();
    options.timeout = ATTEMPT;
    options.attempts = 1;
    options.cache_size = 0;
    options.use_hosts_file = ResolveHosts::Never;
    builder.build()
}

/// The name of the record in DNS, or none if the domain cannot have one.
pub fn record_name(domain: &str) -> Option<String> {
    let ascii = email_domain::to_ascii(domain)?;
    let name = format!("{LABEL}.{ascii}");
    let labels = ascii.split('.').all(|label| (1..=63).contains(&label.len()));
    (labels && name.len() <= 253).then_some(name)
}

/// The content of the record.
pub fn record_value(token: &str) -> String {
    format!("{PREFIX}{token}")
}

/// The content of a TXT record, whose parts belong together. Some editors of DNS add white space.
fn text(data: &RData) -> Option<Vec<u8>> {
    match data {
        RData::TXT(txt) => Some(txt.txt_data.concat().trim_ascii().to_vec()),
        _ => None,
    }
}

/// Whether DNS says that there is no such record. Other failures say nothing about the domain.
fn has_no_record(error: &NetError) -> bool {
    match error {
        NetError::Dns(DnsError::NoRecordsFound(none)) => {
            matches!(none.response_code, ResponseCode::NoError | ResponseCode::NXDomain)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_a_name_below_the_domain() {
        let name = record_name("harbour.example");
        assert_eq!(name.as_deref(), Some("_assay.harbour.example"));
        let name = record_name("bücher.example");
        assert_eq!(name.as_deref(), Some("_assay.xn--bcher-kva.example"));
        let label = format!("{}.example", "a".repeat(64));
        let domain = ["abcdefg"; 32].join(".");
        for domain in ["127.0.0.1", "", "har bour.example", &label, &domain] {
            assert_eq!(record_name(domain), None, "{domain}");
        }
    }

    #[test]
    fn the_content_contains_the_token() {
        assert_eq!(record_value("0a1b"), "assay-verification=0a1b");
    }
}
