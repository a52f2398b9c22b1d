//! The figures of access beside those that are required.

use std::fmt::Write as _;
use std::time::Duration;

use super::State;
use super::answers::{AGGREGATE, AGGREGATE_OF_CLASSES, LIST, LIST_OF_CLASSES, Throughput};
use super::decisions::DecisionCost;
use crate::figures::{Item, median};
use crate::report::table;

/// The memory of the idle service.
pub fn memory(megabytes: f64) -> String {
    format!("the idle service access: {megabytes:.1} MB resident (at most 30 MB)")
}

/// The part of an answer that a decision takes.
pub fn decision(cost: &DecisionCost) -> String {
    format!(
        "a decision by {} policies: {:.0} ns; an answer of users.getProfile: {:.1} µs of processors; {:.3} % of it (at most 3 %)",
        cost.policies,
        cost.decision * 1e9,
        cost.answer * 1e6,
        cost.decision / cost.answer * 100.0,
    )
}

/// The times until changes counted at the other gateway.
pub fn changes(name: &str, times: &[Duration]) -> String {
    let mut sorted: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1_000.0).collect();
    sorted.sort_by(f64::total_cmp);
    let within = |percent: usize| {
        let place = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
        sorted.get(place).copied().unwrap_or(f64::NAN)
    };
    let required =
        if name == "downgrades" { "all within 2,000 ms" } else { "99 % within 1,000 ms" };
    format!(
        "{} {name}: 50 % counted within {:.1} ms, 99 % within {:.1} ms, all within {:.1} ms ({required})",
        sorted.len(),
        within(50),
        within(99),
        within(100),
    )
}

/// The figures of one start.
pub fn throughput(throughput: &Throughput) -> String {
    let mut out = format!(
        "{:?}: {:.1} µs of processors for an answer of users.getProfile\n{}",
        throughput.state,
        throughput.profile * 1e6,
        table(&throughput.items),
    );
    for (name, status) in &throughput.refused {
        let _ = writeln!(out, "{name}: not measured, as it is refused with {status}");
    }
    out
}

/// The comparison of the states, over all starts.
pub fn ratios(all: &[Throughput]) -> String {
    let mut out = String::new();
    let of_profile = |state| median(started(all, state).map(|one| one.profile));
    compared(
        &mut out,
        "users.getProfile",
        (of_profile(State::Earlier), of_profile(State::Open)),
        0.97,
    );
    for name in [LIST, AGGREGATE] {
        let [earlier, open] = [State::Earlier, State::Open].map(|state| of_hop(all, state, name));
        // More of the hop is better, and less work is.
        compared(&mut out, name, (open, earlier), 0.95);
    }
    for name in [LIST, LIST_OF_CLASSES, AGGREGATE, AGGREGATE_OF_CLASSES] {
        let tiered = of_hop(all, State::Tiered, name);
        if tiered.is_nan() {
            let _ = writeln!(out, "{name}, tiered: not measured");
        } else {
            let _ = writeln!(out, "{name}, tiered: {tiered:.2} of the hop (at least 0.25)");
        }
    }
    out
}

fn compared(out: &mut String, name: &str, (with, without): (f64, f64), least: f64) {
    let ratio = with / without;
    if ratio.is_nan() {
        let _ = writeln!(out, "{name}: no earlier programs to compare with");
    } else {
        let _ =
            writeln!(out, "{name}, open: {ratio:.3} of the earlier programs (at least {least})");
    }
}

fn started(all: &[Throughput], state: State) -> impl Iterator<Item = &Throughput> {
    all.iter().filter(move |one| one.state == state)
}

/// The median part of the throughput of a bare route with a call behind it; no number if it was not measured.
fn of_hop(all: &[Throughput], state: State, name: &str) -> f64 {
    let of_name = |item: &&Item| item.name == name;
    let items = started(all, state).flat_map(|one| one.items.iter().filter(of_name));
    median(items.map(|item| item.median(|round| round.product.rate / round.hop.rate)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Round;
    use crate::load::Measurement;

    fn throughput(state: State, rate: f64, profile: f64) -> Throughput {
        let at = |rate| Measurement { rate, p50: 1.0, p99: 1.0 };
        let mut item = Item::new(LIST, 1);
        item.rounds.push(Round { product: at(rate), bare: at(200.0), hop: at(100.0), sql: None });
        Throughput { state, profile, items: vec![item], refused: Vec::new() }
    }

    #[test]
    fn states_are_compared_by_their_part_of_the_hop_and_by_their_work() {
        let earlier = throughput(State::Earlier, 50.0, 0.000_3);
        let open = throughput(State::Open, 49.0, 0.000_31);
        let text = ratios(&[earlier, open, throughput(State::Tiered, 30.0, 0.000_3)]);
        assert!(text.contains("users.getProfile, open: 0.968 of the earlier"), "{text}");
        assert!(text.contains("assets.list, open: 0.980 of the earlier"), "{text}");
        assert!(text.contains("assets.list, tiered: 0.30 of the hop"), "{text}");
        assert!(text.contains("daily aggregate, tiered: not measured"), "{text}");
        let text = ratios(&[throughput(State::Open, 49.0, 0.000_31)]);
        assert!(text.contains("assets.list: no earlier programs"), "{text}");
    }

    #[test]
    fn the_99th_of_a_hundred_changes_is_that_within_99_percent() {
        let times: Vec<Duration> = (1..=100).map(Duration::from_millis).collect();
        let text = changes("revoked API keys", &times);
        assert!(text.contains("99 % within 99.0 ms, all within 100.0 ms"), "{text}");
    }
}
