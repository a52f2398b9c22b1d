//! Ceilings and the containment of scopes.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::subsequence;
use proto::access::v1::{Dimension, Effect, Endpoint, Policy};

use super::decisions::questions;
use super::documents::{
    Grant, World, addresses, allowance, always, grants, is_in, moments, policies, scope, set,
};
use super::records::records;
use super::reference::is_within;
use crate::*;

fn compiled(policy: &Policy) -> Arc<CompiledPolicy> {
    Arc::new(CompiledPolicy::compile(policy, None).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_ceiling_gives_what_both_give(
        grants in grants(),
        ceiling in prop::collection::vec(policies(), 0..3),
        now in moments(),
        address in addresses(),
    ) {
        let world = World::new(&grants);
        let free = world.set(&[]);
        let bounded = world.set(&[ceiling.iter().map(compiled).collect()]);
        let directory = PolicyDirectory::default();
        let nothing = PolicySet::compile(&directory, &[], &[]).unwrap();
        let of_ceiling: Vec<Grant> = ceiling
            .into_iter()
            .map(|policy| Grant { policy, assigned: (None, None), held: (None, None) })
            .collect();
        let of_ceiling = set(&of_ceiling);
        for question in questions(&records(), now, address) {
            let found = question.asked(&bounded);
            let (own, ceiling) = (question.asked(&free), question.asked(&of_ceiling));
            prop_assert!(is_within(found, own) && is_within(found, ceiling));
            if question.observation.is_some() {
                let both = own.zip(ceiling).map(|(own, ceiling)| {
                    std::array::from_fn(|place| own[place] && ceiling[place])
                });
                prop_assert_eq!(found, both, "{:?}", question);
            }
            prop_assert_eq!(question.asked(&nothing), None);
        }
    }

    #[test]
    fn a_scope_that_contains_another_shows_everything_of_it(
        (own, granted) in grants().prop_flat_map(|own| {
            let count = own.len();
            (Just(own.clone()), prop_oneof![grants(), subsequence(own, 0..=count)])
        }),
        now in moments(),
        address in addresses(),
        (later, elsewhere) in (moments(), addresses()),
    ) {
        let (own, granted) = (set(&own), set(&granted));
        let covers = own.covers(&granted, now, address);
        for question in questions(&records(), now, address) {
            let scope = |set: &PolicySet, now, address| {
                set.decide(question.endpoint, question.action, now, address).scope().cloned()
            };
            let one = scope(&own, now, address);
            prop_assert!(one.iter().all(|one| one.contains(one)));
            let Some(other) = scope(&granted, later, elsewhere) else { continue };
            if covers || one.is_some_and(|one| one.contains(&other)) {
                prop_assert!(is_within(question.asked_of(&other), question.asked(&own)));
            }
        }
    }

    #[test]
    fn a_scope_contains_what_it_is_narrowed_to(
        own in prop::collection::vec(policies(), 1..4), ceiling in policies(),
    ) {
        let allowing = Policy { effect: Effect::Allow as i32, ..ceiling };
        let endpoint = Endpoint::AssetTimeseries;
        let Some((own, ceiling)) = scope(&own, endpoint).zip(scope(&[allowing], endpoint)) else {
            return Ok(());
        };
        let both = own.intersect(&ceiling).unwrap();
        prop_assert!(own.contains(&both) && ceiling.contains(&both));
    }
}

#[test]
fn a_granter_covers_what_is_not_more_than_the_granter_has() {
    let of_class = |class| Policy {
        id: format!("{class}"),
        r#where: vec![is_in(Dimension::AssetClass, &[class])],
        ..allowance()
    };
    let all = set(&[always(allowance())]);
    let one = set(&[always(of_class(1))]);
    assert!(all.covers(&one, 0, None) && !one.covers(&all, 0, None));
    // The granted policy has effect elsewhere, where the granter is not.
    let elsewhere = Policy { ip_cidrs: vec!["10.0.0.0/8".into()], ..of_class(2) };
    let elsewhere = Grant { policy: elsewhere, assigned: (None, None), held: (None, None) };
    assert!(!one.covers(&set(&[elsewhere]), 0, None));
    // A denial that ends protects nothing afterwards.
    let denial = |expires_at| Policy { effect: Effect::Deny as i32, expires_at, ..of_class(2) };
    let without = |expires_at| {
        let policy = denial(expires_at);
        set(&[always(allowance()), Grant { policy, assigned: (None, None), held: (None, None) }])
    };
    assert!(without(None).covers(&without(None), 0, None));
    assert!(!without(None).covers(&without(Some(5)), 0, None));
}
