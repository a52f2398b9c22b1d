//! The wire format of an event: protobuf payload, CloudEvents headers (binary mode).

use std::collections::HashMap;

use async_nats::HeaderMap;
use proto::events::Event;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

/// An event with its metadata.
#[derive(Clone, Debug)]
pub struct Envelope<E> {
    /// The id of the event, the same at each delivery.
    pub id: Uuid,
    /// The id of the record that changed.
    pub aggregate_id: String,
    /// The number of the event among those of its record, without gaps; none if it did not come from an outbox.
    pub version: Option<i64>,
    /// When the change happened.
    pub time: OffsetDateTime,
    /// Whether the consumer has already applied a later event of the same record.
    pub stale: bool,
    /// The number of deliveries so far, from 1.
    pub deliveries: i64,
    pub event: E,
    /// `<service>.<entity>.<past tense>.v<major>`.
    pub(crate) ce_type: String,
    #[cfg(feature = "db")]
    pub(crate) carried: HashMap<String, String>,
    #[cfg(feature = "db")]
    pub(crate) sequence: Option<u64>,
}

/// A message that is not the expected event.
#[derive(Debug, thiserror::Error)]
#[error("malformed event: {0}")]
pub struct MalformedEvent(String);

impl<E: Event> Envelope<E> {
    /// Reads headers and payload of a message with the subject.
    pub(crate) fn decode(
        subject: &str,
        headers: Option<&HeaderMap>,
        payload: &[u8],
    ) -> Result<Self, MalformedEvent> {
        let envelope = Envelope::read(headers)?;
        envelope.check_subject(subject)?;
        envelope.with_payload(payload)
    }
}

impl Envelope<()> {
    /// Reads the headers alone, and refuses those that a publisher of this type would not send.
    pub(crate) fn read(headers: Option<&HeaderMap>) -> Result<Self, MalformedEvent> {
        let headers = headers.ok_or_else(|| MalformedEvent("no headers".to_owned()))?;
        // The server adds it where it copies a stream to other subjects, for which the publisher needs no permission.
        if headers.get(async_nats::header::NATS_STREAM).is_some() {
            return Err(MalformedEvent("copied from another stream".to_owned()));
        }
        let carried: HashMap<String, String> = headers
            .iter()
            .filter_map(|(name, values)| Some((name.to_string(), values.first()?.to_string())))
            .collect();
        let header = |name: &str| {
            carried.get(name).ok_or_else(|| MalformedEvent(format!("header {name} is missing")))
        };
        let ce_type = header("ce-type")?.clone();
        let source = header("ce-source")?;
        if *source != source_of(&ce_type) {
            return Err(MalformedEvent(format!("{ce_type} from {source}")));
        }
        let id =
            Uuid::parse_str(header("ce-id")?).map_err(|_| MalformedEvent("ce-id".to_owned()))?;
        let time = OffsetDateTime::parse(header("ce-time")?, &Rfc3339)
            .map_err(|_| MalformedEvent("ce-time".to_owned()))?;
        let version = match carried.get("x-aggregate-version") {
            Some(text) => {
                Some(text.parse().map_err(|_| MalformedEvent("x-aggregate-version".to_owned()))?)
            }
            None => None,
        };
        Ok(Self {
            id,
            aggregate_id: carried.get("ce-subject").cloned().unwrap_or_default(),
            version,
            time,
            stale: false,
            deliveries: 1,
            event: (),
            ce_type,
            #[cfg(feature = "db")]
            carried,
            #[cfg(feature = "db")]
            sequence: None,
        })
    }

    /// Permissions to publish are granted by subject: an error if the type differs from it.
    pub(crate) fn check_subject(&self, subject: &str) -> Result<(), MalformedEvent> {
        if subject.strip_prefix("evt.") == Some(&self.ce_type) {
            Ok(())
        } else {
            Err(MalformedEvent(format!("{} on the subject {subject}", self.ce_type)))
        }
    }

    /// The envelope with the decoded event; an error if the headers name another type.
    pub(crate) fn with_payload<E: Event>(
        self,
        payload: &[u8],
    ) -> Result<Envelope<E>, MalformedEvent> {
        if self.ce_type != E::ce_type() {
            return Err(MalformedEvent(format!("{} instead of {}", self.ce_type, E::ce_type())));
        }
        let event = E::decode(payload).map_err(|error| MalformedEvent(error.to_string()))?;
        Ok(Envelope {
            id: self.id,
            aggregate_id: self.aggregate_id,
            version: self.version,
            time: self.time,
            stale: self.stale,
            deliveries: self.deliveries,
            event,
            ce_type: self.ce_type,
            #[cfg(feature = "db")]
            carried: self.carried,
            #[cfg(feature = "db")]
            sequence: self.sequence,
        })
    }
}

/// The parts of an event's headers.
pub(crate) struct Outgoing<'a> {
    pub id: Uuid,
    pub subject: &'a str,
    pub created_at: OffsetDateTime,
    pub version: Option<i64>,
    /// Headers stored when the event was written: trace context, record, schema.
    pub carried: HashMap<String, String>,
}

impl Outgoing<'_> {
    pub(crate) fn headers(&self) -> HeaderMap {
        let id = self.id.to_string();
        let kind = self.subject.strip_prefix("evt.").unwrap_or(self.subject);
        let mut headers = HeaderMap::new();
        for (name, value) in &self.carried {
            headers.insert(name.as_str(), value.as_str());
        }
        headers.insert("ce-specversion", "1.0");
        headers.insert("ce-id", id.as_str());
        headers.insert("ce-type", kind);
        headers.insert("ce-source", source_of(kind).as_str());
        headers.insert("ce-time", self.created_at.format(&Rfc3339).unwrap_or_default().as_str());
        headers.insert("ce-datacontenttype", "application/protobuf");
        headers.insert(async_nats::header::NATS_MESSAGE_ID, id.as_str());
        if let Some(version) = self.version {
            headers.insert("x-aggregate-version", version.to_string().as_str());
        }
        headers
    }
}

/// The service that publishes a type of event, as it calls itself in `ce-source`.
fn source_of(ce_type: &str) -> String {
    format!("/services/{}", ce_type.split('.').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use proto::identity::v1::{SessionRevoked, UserCreated};

    use super::*;

    fn sent() -> (HeaderMap, Vec<u8>) {
        let event = UserCreated { user_id: "u1".to_owned(), ..UserCreated::default() };
        let outgoing = Outgoing {
            id: crate::id::new(),
            subject: UserCreated::SUBJECT,
            created_at: OffsetDateTime::UNIX_EPOCH,
            version: Some(7),
            carried: HashMap::from([("ce-subject".to_owned(), "u1".to_owned())]),
        };
        (outgoing.headers(), prost::Message::encode_to_vec(&event))
    }

    #[test]
    fn an_event_survives_the_bus() {
        let (headers, payload) = sent();
        let envelope =
            Envelope::<UserCreated>::decode(UserCreated::SUBJECT, Some(&headers), &payload)
                .unwrap();
        assert_eq!(envelope.event.user_id, "u1");
        assert_eq!(envelope.aggregate_id, "u1");
        assert_eq!(envelope.version, Some(7));
        assert_eq!(envelope.time, OffsetDateTime::UNIX_EPOCH);
        assert_eq!(headers.get("ce-source").unwrap().as_str(), "/services/identity");
    }

    #[test]
    fn another_event_or_garbage_is_malformed() {
        let (headers, payload) = sent();
        let decode = |subject, headers, payload| {
            Envelope::<UserCreated>::decode(subject, headers, payload).map(drop)
        };
        let subject = SessionRevoked::SUBJECT;
        assert!(Envelope::<SessionRevoked>::decode(subject, Some(&headers), &payload).is_err());
        assert!(decode(UserCreated::SUBJECT, Some(&headers), &[0xff, 0xff]).is_err());
        assert!(decode(UserCreated::SUBJECT, None, &payload).is_err());
    }

    #[test]
    fn an_event_that_another_service_delivers_is_refused() {
        let (headers, payload) = sent();
        let refusal = |subject, headers: &HeaderMap| {
            let decoded = Envelope::<UserCreated>::decode(subject, Some(headers), &payload);
            decoded.map(drop).unwrap_err().to_string()
        };
        // A consumer may deliver a message of any stream to any subject; the message keeps its own.
        let own = "evt.catalog.network.created.v1";
        assert!(refusal(own, &headers).contains("on the subject evt.catalog.network"));
        let mut forged = headers.clone();
        forged.insert("ce-source", "/services/catalog");
        assert!(refusal(UserCreated::SUBJECT, &forged).contains("from /services/catalog"));
        let mut copied = headers.clone();
        copied.insert(async_nats::header::NATS_STREAM, "EVT_IDENTITY");
        assert!(refusal(UserCreated::SUBJECT, &copied).contains("copied"));
    }
}
