//! Reports ratios within one run, the only meaningful figures on a shared machine.

use std::fmt::Write as _;

use crate::figures::{
    AnswerWork, Files, Item, LONGEST_KEY_CHECK, MOST_FOR_TRUST, MOST_MEMORY, Policies, Rounds,
    Scan, Trust, median,
};

/// A table of medians.
pub fn table(items: &[Item]) -> String {
    let mut out = String::from(
        "item                          bytes   product/s  p99 ms      hop/s   bare/s    sql/s   of hop   of bare    of sql\n",
    );
    for item in items {
        let _ = writeln!(
            out,
            "{:28} {:6} {:11.0} {:7.2} {:10.0} {:8.0} {:>8} {:8.2} {:9.2} {:>9}",
            item.name,
            item.bytes,
            item.median(|round| round.product.rate),
            item.median(|round| round.product.p99),
            item.median(|round| round.hop.rate),
            item.median(|round| round.bare.rate),
            item.of_sql(|_, sql| sql, 0),
            item.median(|round| round.product.rate / round.hop.rate),
            item.median(|round| round.product.rate / round.bare.rate),
            item.of_sql(|product, sql| product / sql, 2),
        );
    }
    out
}

/// The latencies of a single client.
pub fn latencies(items: &[Item]) -> String {
    let mut out = String::from(
        "one client                    bytes  product ms   hop ms  bare ms   of hop   of bare\n",
    );
    for item in items {
        let _ = writeln!(
            out,
            "{:28} {:6} {:11.3} {:8.3} {:8.3} {:8.2} {:9.2}",
            item.name,
            item.bytes,
            item.median(|round| round.product.p50),
            item.median(|round| round.hop.p50),
            item.median(|round| round.bare.p50),
            item.median(|round| round.product.p50 / round.hop.p50),
            item.median(|round| round.product.p50 / round.bare.p50),
        );
    }
    out
}

/// The time of aggregation compared with reading.
pub fn scan(scan: &Scan) -> String {
    let ratios = scan.call.iter().zip(&scan.loop_alone).map(|(call, reads)| call / reads);
    format!(
        "adding up {} points: a call of {:.2} ms, reading alone {:.2} ms, ratio {:.2}\n",
        scan.points,
        median(scan.call.iter().copied()),
        median(scan.loop_alone.iter().copied()),
        median(ratios),
    )
}

/// The throughput of downloads, and of other calls during downloads.
pub fn files(files: &Files) -> String {
    let of_bare = files.product.iter().zip(&files.bare).map(|(product, bare)| product / bare);
    let pairs = || files.beside.iter().zip(&files.alone);
    format!(
        "files of {} bytes: {:.0} MB/s, from memory {:.0} MB/s, ratio {:.3}\n\
         users.getProfile beside eight files: {:.0}/s of {:.0}/s, kept {:.2}; p99 {:.2} ms of {:.2} ms, ratio {:.1}\n",
        files.bytes,
        median(files.product.iter().copied()),
        median(files.bare.iter().copied()),
        median(of_bare),
        median(files.beside.iter().map(|beside| beside.rate)),
        median(files.alone.iter().map(|alone| alone.rate)),
        median(pairs().map(|(beside, alone)| beside.rate / alone.rate)),
        median(files.beside.iter().map(|beside| beside.p99)),
        median(files.alone.iter().map(|alone| alone.p99)),
        median(pairs().map(|(beside, alone)| beside.p99 / alone.p99)),
    )
}

/// The rounds after one start of the stacks with TLS and limits and without.
pub fn start(rounds: &Rounds) -> String {
    let microseconds = |rounds: &[AnswerWork]| AnswerWork::least_seconds(rounds) * 1e6;
    format!(
        "after a start: {:.1} µs of processors for an answer with TLS and limits, {:.1} µs without, ratio {:.3}; rates {:.3}",
        microseconds(&rounds.with),
        microseconds(&rounds.without),
        rounds.ratio(),
        rounds.ratio_of_rates(),
    )
}

/// The cost of tokens, TLS and limits.
pub fn trust(trust: &Trust) -> String {
    let microseconds = |rounds: fn(&Rounds) -> &[AnswerWork]| {
        trust.average(|start| AnswerWork::least_seconds(rounds(start))) * 1e6
    };
    let rate = |rounds: fn(&Rounds) -> &[AnswerWork]| {
        trust.average(|start| AnswerWork::highest_rate(rounds(start)))
    };
    format!(
        "users.getProfile: {:.1} µs of processors for an answer with TLS and limits, {:.1} µs without, ratio {:.3} ± {:.3}\n\
         as the load saw it: {:.0}/s with them, {:.0}/s without, ratio {:.3} ± {:.3}\n\
         tokens: {:.2} calls for an answer, {:.2} µs of it, {:.1} %\n\
         tokens, TLS and limits together take {:.1} % (at most {:.0} %), by {} starts\n",
        microseconds(|start| &start.with),
        microseconds(|start| &start.without),
        trust.average(Rounds::ratio),
        trust.standard_error(Rounds::ratio),
        rate(|start| &start.with),
        rate(|start| &start.without),
        trust.average(Rounds::ratio_of_rates),
        trust.standard_error(Rounds::ratio_of_rates),
        trust.calls,
        trust.calls * trust.proof * 1e6,
        trust.tokens() * 100.0,
        trust.cost() * 100.0,
        MOST_FOR_TRUST * 100.0,
        trust.starts.len(),
    )
}

/// The figures of policies and keys, and how they were measured.
pub fn policies(policies: &Policies) -> String {
    let mut out = String::new();
    for known in &policies.decisions {
        let _ = writeln!(
            out,
            "decision by {} policies: {:?} (median of rounds, one thread); the first {:?}, compiled in {:?}",
            known.policies, known.median, known.first, known.compile
        );
    }
    let _ = writeln!(
        out,
        "check of a key's text and code: {:?} (median of rounds, one thread; at most {LONGEST_KEY_CHECK:?})",
        policies.key_check
    );
    for memory in &policies.memory {
        let megabytes = |bytes: usize| bytes as f64 / 1e6;
        let _ = writeln!(
            out,
            "{} policies and {} keys, {}: {:.0} MB, of which {:.0} MB are policies (resident memory of the process; at most {:.0} MB)",
            memory.policies,
            memory.keys,
            if memory.has_scopes {
                "each with scopes of its own"
            } else {
                "ten of an organization"
            },
            megabytes(memory.all),
            megabytes(memory.of_policies),
            megabytes(MOST_MEMORY),
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Round;
    use crate::load::Measurement;

    #[test]
    fn the_cost_of_trust_is_that_of_the_stack_and_of_the_tokens_in_both() {
        let work = |seconds| AnswerWork { rate: 1.0 / seconds, seconds };
        let start = |factor: f64| Rounds {
            with: [1.02, 1.0, 0.9, 0.5].map(|part| work(0.000_4 / part / factor)).to_vec(),
            without: [0.000_4; 4].map(work).to_vec(),
        };
        let starts = vec![start(0.97), start(0.95)];
        let trust = Trust { starts, proof: 0.000_002, calls: 2.0 };
        assert!((trust.cost() - 0.0496).abs() < 1e-9, "{}", trust.cost());
        let text = super::trust(&trust);
        assert!(
            text.contains("ratio 0.960 ± 0.010") && text.contains("take 5.0 % (at most 5 %)"),
            "{text}"
        );
    }

    #[test]
    fn ratios_are_medians_of_the_rounds() {
        let mut item = Item::new("x", 1);
        for (product, hop) in [(10.0, 100.0), (50.0, 100.0), (90.0, 100.0)] {
            let product = Measurement { rate: product, p50: 1.0, p99: 1.0 };
            let hop = Measurement { rate: hop, p50: 1.0, p99: 1.0 };
            item.rounds.push(Round { product, hop, bare: hop, sql: Some(20.0) });
        }
        let table = table(&[item]);
        assert!(table.contains("0.50") && table.contains("2.50"), "{table}");
    }
}
