//! The rules for the values of a key.

use kit::api_key_limits::{
    LONGEST_KEY_NAME, LONGEST_LIFE_OF_KEY, MOST_KEY_SCOPES, USUAL_LIFE_OF_KEY,
};
use policy::{key_scope, validate};
use prost::Message as _;
use proto::access::v1::{ApiKeyInput, ApiKeyScope, Policy};
use time::OffsetDateTime;

use crate::error::AccessError;
use crate::input::{Checks, moment};
use crate::limits::LARGEST_KEY;

/// The values of a key that its owner sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    pub name: String,
    pub scopes: Vec<ApiKeyScope>,
    pub ip_cidrs: Vec<String>,
    pub expires_at: OffsetDateTime,
}

/// The values of the input, if they are allowed; without an end, the key keeps its present one, and a new one gets the usual one.
pub fn checked(
    input: Option<ApiKeyInput>,
    now: OffsetDateTime,
    present_end: Option<OffsetDateTime>,
) -> Result<Values, AccessError> {
    let input = input.ok_or_else(|| AccessError::field("key", "is required"))?;
    let mut checks = Checks::default();
    let size = input.encoded_len();
    let name = checks.required_text("name", &input.name, LONGEST_KEY_NAME);
    if name.contains('\n') {
        checks.refuse("name", "must be one line");
    }
    scopes(&mut checks, &input.scopes);
    networks(&mut checks, &input.ip_cidrs);
    let end = moment(input.expires_at).or(present_end);
    let expires_at = end.unwrap_or(now + USUAL_LIFE_OF_KEY);
    let is_allowed = now < expires_at && expires_at <= now + LONGEST_LIFE_OF_KEY;
    if input.expires_at.is_some() && !is_allowed {
        checks.refuse("expires_at", "must be within two years from now");
    }
    if size > LARGEST_KEY {
        checks.refuse("scopes", format!("are larger than {LARGEST_KEY} bytes"));
    }
    checks.finish(Values { name, scopes: input.scopes, ip_cidrs: input.ip_cidrs, expires_at })
}

/// A scope follows the rules of a policy that allows what it names.
fn scopes(checks: &mut Checks, scopes: &[ApiKeyScope]) {
    if scopes.len() > MOST_KEY_SCOPES {
        checks.refuse("scopes", format!("must be at most {MOST_KEY_SCOPES}"));
        return;
    }
    for (place, scope) in scopes.iter().enumerate() {
        for error in validate(&key_scope(scope)) {
            checks.refuse(format!("scopes[{place}].{}", error.path), error.message);
        }
    }
}

fn networks(checks: &mut Checks, networks: &[String]) {
    // All else that is missing here is not about networks.
    let policy = Policy { ip_cidrs: networks.to_vec(), ..Policy::default() };
    let errors = validate(&policy).into_iter();
    checks.add(errors.filter(|error| error.path.starts_with("ip_cidrs")).collect());
}

#[cfg(test)]
mod tests {
    use proto::access::v1::{Action, Endpoint};

    use super::*;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn input() -> ApiKeyInput {
        let scope = ApiKeyScope {
            actions: vec![Action::List.into()],
            endpoints: vec![Endpoint::Assets.into()],
            r#where: Vec::new(),
        };
        ApiKeyInput {
            name: " Nightly import ".to_owned(),
            scopes: vec![scope],
            ip_cidrs: vec!["192.0.2.0/24".to_owned()],
            expires_at: None,
        }
    }

    fn wrong(input: ApiKeyInput) -> Vec<String> {
        match checked(Some(input), NOW, None) {
            Err(AccessError::Invalid(violations)) => {
                violations.into_iter().map(|violation| violation.path).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_key_lives_a_year_unless_its_owner_says_otherwise() {
        let values = checked(Some(input()), NOW, None).unwrap();
        assert_eq!((&*values.name, values.expires_at), ("Nightly import", NOW + USUAL_LIFE_OF_KEY));
        let present = NOW + time::Duration::DAY;
        assert_eq!(checked(Some(input()), NOW, Some(present)).unwrap().expires_at, present);
        let end = |milliseconds| ApiKeyInput { expires_at: Some(milliseconds), ..input() };
        let longest = kit::clock::milliseconds(NOW + LONGEST_LIFE_OF_KEY);
        assert!(wrong(end(1)).is_empty() && wrong(end(longest)).is_empty());
        assert_eq!(wrong(end(0)), ["expires_at"]);
        assert_eq!(wrong(end(longest + 1)), ["expires_at"]);
    }

    #[test]
    fn each_wrong_value_is_named() {
        assert!(wrong(input()).is_empty());
        assert_eq!(wrong(ApiKeyInput { name: " ".to_owned(), ..input() }), ["name"]);
        assert_eq!(wrong(ApiKeyInput { name: "a\nb".to_owned(), ..input() }), ["name"]);
        let everything = ApiKeyInput { scopes: Vec::new(), ..input() };
        assert!(wrong(everything).is_empty(), "a key without scopes is for all data of its owner");
        let nothing = ApiKeyInput { scopes: vec![ApiKeyScope::default()], ..input() };
        assert_eq!(wrong(nothing), ["scopes[0].actions", "scopes[0].endpoints"]);
        let many =
            ApiKeyInput { scopes: vec![ApiKeyScope::default(); MOST_KEY_SCOPES + 1], ..input() };
        assert_eq!(wrong(many), ["scopes"]);
        let network = ApiKeyInput { ip_cidrs: vec!["192.0.2.1/24".to_owned()], ..input() };
        assert_eq!(wrong(network), ["ip_cidrs[0]"]);
    }
}
