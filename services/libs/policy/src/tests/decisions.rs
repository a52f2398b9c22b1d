//! Decisions agree with the documents; denials take away, allowances add, order and expired policies do not matter.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proto::access::v1::{Action, Dimension, Effect, Endpoint, Policy, TimeBounds};

use super::documents::{
    Grant, TODAY, addresses, allowance, always, grants, is_in, moments, policies, scope, set,
};
use super::records::{Record, observations, records};
use super::reference::{Question, is_within};
use crate::*;

/// The questions about every record, and about the values of some of them.
pub fn questions(
    records: &[Record],
    now: i64,
    address: Option<std::net::IpAddr>,
) -> impl Iterator<Item = Question<'_>> {
    let of_records = records.iter().map(move |record| Question {
        endpoint: Endpoint::Assets,
        action: Action::List,
        now,
        address,
        record,
        observation: None,
    });
    let of_values = records.iter().step_by(5).flat_map(move |record| {
        observations().into_iter().map(move |observation| Question {
            endpoint: Endpoint::AssetTimeseries,
            action: Action::Export,
            now,
            address,
            record,
            observation: Some(observation),
        })
    });
    of_records.chain(of_values)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn decisions_agree_with_the_documents(
        grants in grants(), calls in vec((moments(), addresses()), 1..4),
    ) {
        // One set answers all calls, so that decisions of other times and addresses are kept beside each other.
        let set = set(&grants);
        for (now, address) in calls {
            for question in questions(&records(), now, address) {
                let (expected, limits) = question.reference(&grants);
                prop_assert_eq!(question.asked(&set), expected, "{:?}", question);
                if question.observation.is_none() {
                    let decision = set.decide(question.endpoint, question.action, now, address);
                    let attributes = question.record.attributes();
                    let row = decision.scope().and_then(|scope| scope.row(&attributes));
                    prop_assert_eq!(row.map(|row| row.limits()), limits);
                }
            }
        }
    }

    #[test]
    fn a_denial_never_widens_and_an_allowance_never_narrows(
        grants in grants(), other in policies(), now in moments(), address in addresses(),
    ) {
        let is_denial = other.effect() == Effect::Deny;
        let mut more = grants.clone();
        more.push(Grant { policy: other, assigned: (None, None), held: (None, None) });
        let (before, after) = (set(&grants), set(&more));
        for question in questions(&records(), now, address) {
            let (before, after) = (question.asked(&before), question.asked(&after));
            let (less, more) = if is_denial { (after, before) } else { (before, after) };
            prop_assert!(is_within(less, more), "{:?}", question);
        }
    }

    #[test]
    fn order_and_repetition_do_not_matter(
        (grants, shuffled) in grants().prop_flat_map(|grants| {
            let repeated = grants.iter().chain(grants.first()).cloned().collect::<Vec<_>>();
            (Just(grants), Just(repeated).prop_shuffle())
        }),
        now in moments(),
        address in addresses(),
    ) {
        let (one, other) = (set(&grants), set(&shuffled));
        for endpoint in [Endpoint::Assets, Endpoint::AssetTimeseries] {
            let decide = |set: &PolicySet| set.decide(endpoint, Action::List, now, address).clone();
            prop_assert_eq!(decide(&one), decide(&other));
        }
    }

    #[test]
    fn a_grant_that_expires_now_is_as_if_it_were_absent(
        grants in grants(), place in any::<Index>(), part in 0..3, now in moments(), address in addresses(),
    ) {
        let mut expired = grants;
        if expired.is_empty() {
            return Ok(());
        }
        let place = place.index(expired.len());
        let mut absent = expired.clone();
        absent.remove(place);
        let grant = &mut expired[place];
        match part {
            0 => (grant.policy.starts_at, grant.policy.expires_at) = (None, Some(now)),
            1 => grant.assigned = (None, Some(now)),
            _ => grant.held = (None, Some(now)),
        }
        let (expired, absent) = (set(&expired), set(&absent));
        for endpoint in [Endpoint::Assets, Endpoint::AssetTimeseries] {
            let decide = |set: &PolicySet, now| set.decide(endpoint, Action::Export, now, address).clone();
            prop_assert_eq!(decide(&expired, now), decide(&absent, now));
        }
    }
}

#[test]
fn the_days_of_one_permission_are_not_those_of_another() {
    let of_class = |id: &str, class, days| Policy {
        id: id.into(),
        r#where: vec![is_in(Dimension::AssetClass, &[class])],
        time: Some(TimeBounds { max_days_back: Some(days), ..TimeBounds::default() }),
        ..allowance()
    };
    let policies = [of_class("stablecoins", 28, 365), of_class("treasuries", 27, 30)];
    let scope = scope(&policies, Endpoint::AssetTimeseries).unwrap();
    let is_visible = |class: i64, days_back: i32| {
        let class = [class];
        let attributes = Attributes::default().with(Dimension::AssetClass, &class);
        let day = TODAY - days_back;
        let interval = proto::access::v1::Granularity::Day;
        let observation = Observation { measure: 1, days: (day, day), interval };
        let now = i64::from(TODAY) * super::documents::DAY;
        scope.observation(&attributes, observation, now).is_some()
    };
    assert!(is_visible(28, 365) && is_visible(27, 30));
    assert!(!is_visible(28, 366) && !is_visible(27, 31));
}

#[test]
fn policies_that_differ_in_one_list_of_ids_make_one_permission() {
    let of_class = |class| Policy {
        id: format!("{class}"),
        r#where: vec![is_in(Dimension::AssetClass, &[class])],
        ..allowance()
    };
    let policies: Vec<Policy> = (1..=1_000).map(of_class).collect();
    let scope = scope(&policies, Endpoint::Assets).unwrap();
    assert_eq!(scope.permissions().len(), 1);
}

#[test]
fn more_permissions_than_sql_can_bear_are_an_error() {
    let of_day = |days| {
        always(Policy {
            id: format!("{days}"),
            r#where: vec![is_in(Dimension::AssetClass, &[i64::from(days)])],
            time: Some(TimeBounds { max_days_back: Some(days), ..TimeBounds::default() }),
            ..allowance()
        })
    };
    let grants: Vec<Grant> = (0..65).map(of_day).collect();
    let compile = |grants: &[Grant]| {
        let world = super::documents::World::new(grants);
        let directory =
            PolicyDirectory::compile(&world.roles, &world.assignments, &world.policies).unwrap();
        PolicySet::compile(&directory, &world.held, &[]).err()
    };
    assert_eq!(compile(&grants[1..]), None);
    let error = TooManyPermissions { endpoint: Endpoint::Assets, action: Action::List, count: 65 };
    assert_eq!(compile(&grants), Some(PolicySetError::TooManyPermissions(error)));
}

#[test]
fn a_decision_that_was_made_is_found_without_allocating() {
    let of_class = |class: i64| {
        let policy = Policy {
            id: format!("{class}"),
            r#where: vec![is_in(Dimension::AssetClass, &[class])],
            expires_at: Some(class),
            ip_cidrs: vec![format!("10.{}.0.0/16", class % 20)],
            ..allowance()
        };
        Grant { policy, assigned: (None, None), held: (None, None) }
    };
    let set = set(&(1..=1_000).map(of_class).collect::<Vec<_>>());
    let decide = || {
        let address = "10.3.2.1".parse().ok();
        let decision = set.decide(Endpoint::Assets, Action::List, 500, address);
        assert!(decision.scope().is_some());
    };
    assert_ne!(allocation_counter::measure(decide).count_total, 0, "it is made");
    assert_eq!(allocation_counter::measure(decide).count_total, 0, "it is found");
}

#[test]
fn a_decision_is_made_once() {
    let set = set(&[always(allowance())]);
    let decide = || set.decide(Endpoint::Assets, Action::List, 0, None);
    assert!(std::ptr::eq(decide(), decide()));
    assert_eq!(
        set.decide(Endpoint::Unspecified, Action::List, 0, None).outcome,
        Outcome::Denied(DenialReason::NotAllowed)
    );
}
