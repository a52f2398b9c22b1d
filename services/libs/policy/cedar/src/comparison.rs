//! The comparison of many random cases, and the smallest case of those that differ.

use std::collections::BTreeSet;
use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use proto::access::v1::{Effect, Endpoint, Policy, PolicyStatus};

use crate::case::{Case, QUESTIONS, cases};
use crate::oracle::Oracle;
use crate::question::Question;

/// How many decisions are compared; `TEST_DEPTH` multiplies them.
const DECISIONS: usize = 10_000;
/// The longest search for a smaller case.
const MOST_STEPS: usize = 1_000;

/// A question to which Cedar has another answer.
struct Difference {
    question: Question,
    cedar: bool,
    policies: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |is_allowed| if is_allowed { "allowed" } else { "denied" };
        let Self { question, cedar, policies } = self;
        write!(
            out,
            "by Cedar {}, by the crate {}: {question:#?}\n{policies}",
            word(*cedar),
            word(!cedar)
        )
    }
}

/// The first difference between a case as the crate decides it and a case as Cedar does; else how many answers allow.
fn compare(case: &Case, of_cedar: &Case) -> Result<usize, Box<Difference>> {
    let (set, oracle) = (case.set(), Oracle::new(of_cedar));
    let mut allowed = 0;
    for question in case.questions.iter().filter(|question| is_comparable(case, question)) {
        let (own, cedar) = (question.answer(&set), oracle.answer(question));
        if own != cedar {
            let (question, policies) = (question.clone(), oracle.to_string());
            return Err(Box::new(Difference { question, cedar, policies }));
        }
        allowed += usize::from(own);
    }
    Ok(allowed)
}

/// Records without days are hidden by permissions that have no day in common with a ceiling, of which Cedar knows nothing.
fn is_comparable(case: &Case, question: &Question) -> bool {
    let ends = |policy: &Policy| policy.time.as_ref().is_some_and(|bounds| bounds.to.is_some());
    let has_end = case.policies.iter().chain(case.ceilings.iter().flatten()).any(ends);
    question.subject.endpoint() != Endpoint::Assets || case.ceilings.is_empty() || !has_end
}

/// The case of a seed, which can become smaller.
fn tree(seed: u64) -> impl ValueTree<Value = Case> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config { failure_persistence: None, ..Config::default() };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    cases().new_tree(&mut TestRunner::new_with_rng(config, rng)).unwrap()
}

/// The difference in the smallest case that is found from one that has a difference.
fn smallest(
    mut tree: impl ValueTree<Value = Case>,
    mut found: Box<Difference>,
    differs: impl Fn(&Case) -> Option<Box<Difference>>,
) -> Box<Difference> {
    let mut has_step = tree.simplify();
    for _ in 0..MOST_STEPS {
        if !has_step {
            break;
        }
        // Ids are random, and smaller ones may be those of two policies.
        let case = tree.current();
        let found_here = has_different_ids(&case).then(|| differs(&case)).flatten();
        has_step = match found_here {
            Some(difference) => {
                found = difference;
                tree.simplify()
            }
            None => tree.complicate(),
        };
    }
    found
}

fn has_different_ids(case: &Case) -> bool {
    let ids: BTreeSet<&str> = case.policies.iter().map(|policy| policy.id.as_str()).collect();
    ids.len() == case.policies.len()
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().expect("the variable is a number"))
}

#[test]
fn decisions_are_those_of_cedar() {
    let first = number("CEDAR_SEED").unwrap_or_else(|| RandomState::new().hash_one(()) >> 1);
    let depth = number("TEST_DEPTH").unwrap_or(1) as usize;
    let decisions = DECISIONS * depth;
    println!(
        "{decisions} cases in comparison::decisions_are_those_of_cedar, from CEDAR_SEED={first}"
    );
    let (next, compared, allowed) =
        (AtomicU64::new(first), AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while compared.load(Ordering::Relaxed) < decisions {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let tree = tree(seed);
            let case = tree.current();
            match compare(&case, &case) {
                Ok(of_case) => {
                    let of_questions =
                        case.questions.iter().filter(|question| is_comparable(&case, question));
                    compared.fetch_add(of_questions.count(), Ordering::Relaxed);
                    allowed.fetch_add(of_case, Ordering::Relaxed);
                }
                Err(difference) => {
                    compared.store(decisions, Ordering::Relaxed);
                    let found = smallest(tree, difference, |case| compare(case, case).err());
                    panic!("CEDAR_SEED={seed} has a difference, {found}");
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let (compared, allowed) = (compared.into_inner(), allowed.into_inner());
    println!("{compared} decisions compared, {allowed} of them allow");
    let is_telling = allowed * 20 > compared && allowed * 20 < compared * 19;
    assert!(is_telling, "nearly all decisions are the same: {allowed} of {compared} allow");
}

#[test]
fn a_missing_denial_is_found() {
    let without_denials = |case: &Case| {
        let mut case = case.clone();
        for policy in &mut case.policies {
            if policy.effect() == Effect::Deny {
                policy.status = PolicyStatus::Draft as i32;
            }
        }
        case
    };
    let differs = |case: &Case| compare(case, &without_denials(case)).err();
    let found = (0..QUESTIONS as u64).find_map(|seed| {
        let tree = tree(seed);
        let difference = differs(&tree.current())?;
        Some(smallest(tree, difference, differs))
    });
    let found = found.expect("some denial has effect");
    assert!(found.cedar, "without the denial it is allowed: {found}");
}
