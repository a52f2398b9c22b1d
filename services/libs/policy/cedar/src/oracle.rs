//! Cedar, as it decides on the policies of a case.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use cedar_policy::{
    Authorizer, Context, Decision, Entities, Entity, EntityId, EntityTypeName, EntityUid,
    PolicySet, Request, RestrictedExpression, Schema, ValidationMode, Validator,
};
use proto::access::v1::{AccessStatus, PolicyStatus};
use proto::codec::{Text as _, instant};

use crate::case::Case;
use crate::documents::DAY;
use crate::question::{Question, Subject};
use crate::{HeldRole, policy_text, schema};

static SCHEMA: LazyLock<Schema> =
    LazyLock::new(|| Schema::from_cedarschema_str(&schema::text()).unwrap().0);

/// The policies of a case in Cedar: a set for the roles of the caller and one for each ceiling, which must all permit.
pub struct Oracle {
    layers: Vec<String>,
    sets: Vec<PolicySet>,
    caller: Entity,
}

impl Oracle {
    /// The policies of a case, valid by the strict rules of Cedar.
    pub fn new(case: &Case) -> Self {
        let assigned = case.assignments.iter().filter_map(|assignment| {
            let policy = case.policies.iter().find(|policy| policy.id == assignment.policy_id)?;
            let has_effect = assignment.status() == AccessStatus::Active
                && policy.status() == PolicyStatus::Active;
            has_effect.then(|| policy_text::of_assignment(policy, assignment))
        });
        let ceilings = case.ceilings.iter();
        let ceilings =
            ceilings.map(|layer| layer.iter().map(policy_text::of_ceiling).collect::<String>());
        let layers: Vec<String> =
            std::iter::once(assigned.collect::<String>()).chain(ceilings).collect();
        let sets = layers.iter().map(|text| parse(text)).collect();
        Self { layers, sets, caller: caller(case) }
    }

    /// Whether Cedar permits what a question is about.
    pub fn answer(&self, question: &Question) -> bool {
        let resource = resource(&question.subject);
        let action = uid("Action", question.action.text());
        let mut context = vec![
            ("now".to_owned(), datetime(question.now)),
            ("field".to_owned(), RestrictedExpression::new_string(question.field.to_owned())),
        ];
        context.extend(question.address.map(|address| {
            ("address".to_owned(), RestrictedExpression::new_ip(address.to_string()))
        }));
        let context = Context::from_pairs(context).unwrap();
        let (caller, record) = (self.caller.uid(), resource.uid());
        let request = Request::new(caller, action, record, context, Some(&SCHEMA)).unwrap();
        let entities =
            Entities::from_entities([self.caller.clone(), resource], Some(&SCHEMA)).unwrap();
        self.sets.iter().all(|policies| {
            let response = Authorizer::new().is_authorized(&request, policies, &entities);
            let errors: Vec<_> = response.diagnostics().errors().collect();
            assert!(errors.is_empty(), "Cedar could not evaluate a policy: {errors:?}");
            response.decision() == Decision::Allow
        })
    }
}

impl std::fmt::Display for Oracle {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, text) in self.layers.iter().enumerate() {
            match place {
                0 => writeln!(out, "// The policies of the caller.\n{text}")?,
                place => writeln!(out, "// Ceiling {place}.\n{text}")?,
            }
        }
        out.write_str("// The caller.\n")?;
        out.write_str(&self.caller.to_json_string().unwrap_or_default())?;
        out.write_char('\n')
    }
}

fn parse(text: &str) -> PolicySet {
    let policies: PolicySet = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let validation = Validator::new(SCHEMA.clone()).validate(&policies, ValidationMode::Strict);
    let errors: Vec<String> = validation.validation_errors().map(ToString::to_string).collect();
    assert!(validation.validation_passed(), "{errors:#?}\n{text}");
    policies
}

/// The caller, whose parents are the roles that have effect.
fn caller(case: &Case) -> Entity {
    let is_active = |held: &&HeldRole| {
        case.roles
            .iter()
            .any(|role| role.id == held.role_id && role.status() == AccessStatus::Active)
    };
    let parents = case.held.iter().filter(is_active).map(|held| uid("Role", &held.role_id));
    let tag = |held: &HeldRole| {
        let bounds = [("starts_at", held.validity.start), ("expires_at", held.validity.end)];
        let bounds =
            bounds.into_iter().filter(|(_, bound)| *bound != i64::MIN && *bound != i64::MAX);
        let bounds = bounds.map(|(name, bound)| (name.to_owned(), datetime(bound)));
        (held.role_id.clone(), RestrictedExpression::new_record(bounds).unwrap())
    };
    let tags = case.held.iter().map(tag);
    Entity::new_with_tags(uid("Caller", "caller"), [], parents, tags).unwrap()
}

fn resource(subject: &Subject) -> Entity {
    let record = subject.record();
    let single = |name: &str, ids: &[i64]| {
        ids.first().map(|id| (name.to_owned(), RestrictedExpression::new_long(*id)))
    };
    let mut attributes: HashMap<String, RestrictedExpression> =
        single("asset_class", &record.class).into_iter().collect();
    if let Subject::Transaction(..) = subject {
        attributes.extend(single("network", &record.networks));
    } else {
        attributes.extend(single("issuer", &record.issuer));
        let networks = record.networks.iter().map(|id| RestrictedExpression::new_long(*id));
        attributes.insert("network".to_owned(), RestrictedExpression::new_set(networks));
    }
    let of_time = match subject {
        Subject::Asset(_) => Vec::new(),
        Subject::Value(_, observation) => {
            let day = |day: i32| datetime(i64::from(day) * DAY);
            let (first, last) = observation.days;
            let interval = RestrictedExpression::new_long(observation.interval as i64);
            let measure = RestrictedExpression::new_long(observation.measure);
            vec![
                ("first_day", day(first)),
                ("last_day", day(last)),
                ("interval", interval),
                ("measure", measure),
            ]
        }
        Subject::Transaction(_, moment) => vec![("moment", datetime(*moment))],
    };
    attributes.extend(of_time.into_iter().map(|(name, value)| (name.to_owned(), value)));
    let uid = uid(subject.endpoint().text(), "record");
    Entity::new_with_tags(uid, attributes, [], []).unwrap()
}

fn datetime(milliseconds: i64) -> RestrictedExpression {
    RestrictedExpression::new_datetime(instant(milliseconds).unwrap())
}

fn uid(kind: &str, id: &str) -> EntityUid {
    let kind: EntityTypeName = kind.parse().unwrap();
    EntityUid::from_type_name_and_id(kind, EntityId::new(id))
}
