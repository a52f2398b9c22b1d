//! The data of calls that need several permissions is what each of them shows, or is refused for a reason.

use std::net::IpAddr;

use proptest::collection::vec;
use proptest::prelude::*;
use proto::access::v1::{Action, Dimension, Endpoint, FileFormat, NarrowedAnswers, Policy};
use proto::codec::Text as _;

use super::documents::{Grant, addresses, allowance, always, grants, is_in, moments, set};
use super::records::records;
use super::reference::{Question, Visible, visible};
use crate::*;

const LIST_AND_EXPORT: [(Endpoint, Action); 2] =
    [(Endpoint::Assets, Action::List), (Endpoint::Assets, Action::Export)];

fn request<const N: usize>(
    needs: [(Endpoint, Action); N],
    narrowed: NarrowedAnswers,
    address: Option<IpAddr>,
) -> DataRequest<std::array::IntoIter<(Endpoint, Action), N>> {
    DataRequest { needs: needs.into_iter(), narrowed, export_format: None, address }
}

/// A set of policies that always have effect.
fn held(policies: impl IntoIterator<Item = Policy>) -> PolicySet {
    set(&policies.into_iter().map(always).collect::<Vec<_>>())
}

/// An allowance of lists at endpoints.
fn lists_of(endpoints: &[Endpoint]) -> Policy {
    let endpoints = endpoints.iter().map(|endpoint| *endpoint as i32).collect();
    Policy { actions: vec![Action::List as i32], endpoints, ..allowance() }
}

fn both(one: Visible, other: Visible) -> Visible {
    let (one, other) = (one?, other?);
    Some([0, 1, 2, 3].map(|place| one[place] && other[place]))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_call_receives_what_all_of_its_permissions_show(
        grants in grants(), actions in vec(0..3_usize, 6), now in moments(), address in addresses(),
        narrowed in prop::sample::select(vec![NarrowedAnswers::None, NarrowedAnswers::Numbers]),
    ) {
        let actions = actions.into_iter().map(|one| {
            let (list, export) = (Action::List as i32, Action::Export as i32);
            [vec![list], vec![export], vec![list, export]][one].clone()
        });
        let grants: Vec<Grant> = grants.into_iter().zip(actions).map(|(grant, actions)| {
            Grant { policy: Policy { actions, time: None, ..grant.policy }, ..grant }
        }).collect();
        let policies = set(&grants);
        let granted = policies.grant(&request(LIST_AND_EXPORT, narrowed, address), now);
        let records = records();
        for record in &records {
            let expected = LIST_AND_EXPORT.map(|(endpoint, action)| {
                let question =
                    Question { endpoint, action, now, address, record, observation: None };
                question.reference(&grants).0
            });
            let expected = both(expected[0], expected[1]);
            match granted.as_ref().map(|granted| &granted.extent) {
                Ok(Extent::Whole(_)) => prop_assert_eq!(expected, Some([true; 4])),
                Ok(Extent::Parts(parts)) => {
                    prop_assert_ne!(narrowed, NarrowedAnswers::None);
                    prop_assert_eq!(parts.len(), 1);
                    let row = parts[0].scope.row(&record.attributes());
                    prop_assert_eq!(visible(row.map(|row| row.fields())), expected);
                }
                Err(DataRefusal::Partial) => prop_assert_eq!(narrowed, NarrowedAnswers::None),
                Err(DataRefusal::Denied(..) | DataRefusal::NothingLeft) => {
                    prop_assert_eq!(expected, None);
                }
                Err(DataRefusal::Format) => prop_assert!(false, "no file"),
            }
        }
    }
}

/// How much of the list of networks is shown.
fn networks_of(policies: &PolicySet, narrowed: NarrowedAnswers) -> Option<Extent> {
    let networks = [(Endpoint::Networks, Action::List)];
    policies.grant(&request(networks, narrowed, None), 0).ok().map(|granted| granted.extent)
}

#[test]
fn records_that_count_hidden_ones_are_a_part() {
    let counted =
        [Endpoint::Assets, Endpoint::Tokens, Endpoint::Pools, Endpoint::Loans, Endpoint::Issuers];
    let mut endpoints = counted.to_vec();
    endpoints.push(Endpoint::Networks);
    let all = held([lists_of(&endpoints)]);
    assert!(matches!(networks_of(&all, NarrowedAnswers::Records), Some(Extent::Whole(_))));
    for hidden in counted {
        let shown: Vec<Endpoint> = endpoints.iter().copied().filter(|it| *it != hidden).collect();
        let some = held([lists_of(&shown)]);
        let Some(Extent::Parts(parts)) = networks_of(&some, NarrowedAnswers::Records) else {
            panic!("{hidden:?} is not counted")
        };
        assert_eq!(parts.len(), 1);
        assert!(parts[0].hides_others && parts[0].document().hides_others);
        assert_eq!(parts[0].restricted(0), ["fields"]);
        // Numbers count no records, and other answers are as they are.
        for narrowed in [NarrowedAnswers::Numbers, NarrowedAnswers::None] {
            assert!(matches!(networks_of(&some, narrowed), Some(Extent::Whole(_))));
        }
    }
}

#[test]
fn an_answer_of_two_lists_is_never_a_part() {
    let endpoints = [Endpoint::Assets, Endpoint::Issuers];
    let narrow =
        Policy { r#where: vec![is_in(Dimension::AssetClass, &[1])], ..lists_of(&endpoints[..1]) };
    let policies = held([narrow, Policy { id: "issuers".into(), ..lists_of(&endpoints[1..]) }]);
    let needs = endpoints.map(|endpoint| (endpoint, Action::List));
    let refused = policies.grant(&request(needs, NarrowedAnswers::Records, None), 0);
    assert_eq!(refused.map(|granted| granted.limits), Err(DataRefusal::Partial));
    let one = policies.grant(&request([needs[0]], NarrowedAnswers::Records, None), 0).unwrap();
    let Extent::Parts(parts) = one.extent else { panic!("everything") };
    assert_eq!(parts[0].restricted(0), ["asset_class", "fields"]);
}

#[test]
fn a_file_needs_its_format() {
    let export = Policy {
        limits: Some(proto::access::v1::Limits {
            export_formats: vec![FileFormat::Csv.into()],
            ..Default::default()
        }),
        ..allowance()
    };
    let policies = held([export]);
    let in_format = |format| {
        let needs = [(Endpoint::Assets, Action::Export)];
        let request = request(needs, NarrowedAnswers::None, None);
        let request = DataRequest { export_format: Some(format), ..request };
        policies.grant(&request, 0).map(|granted| granted.limits.export_formats)
    };
    assert!(in_format(FileFormat::Csv).unwrap().contains(FileFormat::Csv));
    assert_eq!(in_format(FileFormat::Xlsx), Err(DataRefusal::Format));
}

#[test]
fn a_denied_permission_refuses_the_call_with_its_name() {
    let policies = held([lists_of(&[Endpoint::Assets])]);
    let refused = policies.grant(&request(LIST_AND_EXPORT, NarrowedAnswers::Records, None), 0);
    let not_allowed = &DenialReason::NotAllowed;
    let expected = DataRefusal::Denied(Endpoint::Assets, Action::Export, not_allowed);
    assert_eq!(refused.map(|granted| granted.limits), Err(expected));
    let nothing = policies.grant(&request([], NarrowedAnswers::None, None), 0);
    assert_eq!(nothing.map(|granted| granted.limits), Err(DataRefusal::NothingLeft));
}

#[test]
fn all_data_is_granted_without_allocation() {
    let endpoints = Endpoint::VALUES.iter().map(|(endpoint, _)| *endpoint).collect::<Vec<_>>();
    let policies = held([lists_of(&endpoints)]);
    let needs = [(Endpoint::Assets, Action::List), (Endpoint::AssetTimeseries, Action::List)];
    let grant = || {
        let granted = policies.grant(&request(needs, NarrowedAnswers::Records, None), 0);
        assert!(matches!(granted.unwrap().extent, Extent::Whole(_)));
    };
    // Decisions are made once and kept.
    grant();
    assert_eq!(allocation_counter::measure(grant).count_total, 0);
}
