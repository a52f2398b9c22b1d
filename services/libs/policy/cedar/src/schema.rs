//! The schema of Cedar, made from the table of dimensions: a type of entities for the records of each endpoint.

use proto::access::v1::{Action, Endpoint};
use proto::codec::Text as _;

use crate::{Values, dimensions};

/// The type of callers, whose roles are their parents. A tag of a role has the time for which a caller holds it.
const CALLERS: &str = "
entity Role;
entity Caller in [Role] tags { starts_at?: datetime, expires_at?: datetime };
";

/// The schema as text.
pub fn text() -> String {
    let endpoints: Vec<&str> = Endpoint::VALUES.iter().map(|(_, text)| *text).collect();
    let actions: Vec<String> =
        Action::VALUES.iter().map(|(_, text)| format!("\"{text}\"")).collect();
    let entities: String = Endpoint::VALUES.iter().map(|(endpoint, _)| entity(*endpoint)).collect();
    format!(
        "{CALLERS}{entities}action {} appliesTo {{
  principal: [Caller],
  resource: [{}],
  context: {{ now: datetime, address?: ipaddr, field: String }},
}};
",
        actions.join(", "),
        endpoints.join(", "),
    )
}

fn entity(endpoint: Endpoint) -> String {
    let of_time = match endpoint {
        Endpoint::AssetTimeseries | Endpoint::ProtocolTimeseries => {
            "first_day: datetime, last_day: datetime, interval: Long"
        }
        Endpoint::Transactions => "moment: datetime",
        _ => "",
    };
    let attributes = dimensions(endpoint).iter().map(|(dimension, values)| match values {
        Values::One => format!("{}?: Long, ", dimension.text()),
        Values::Many => format!("{}: Set<Long>, ", dimension.text()),
    });
    format!("entity {} = {{ {}{of_time} }};\n", endpoint.text(), attributes.collect::<String>())
}
