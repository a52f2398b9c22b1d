//! Conditions on pools and their loans.

use engine::day::Day;

use super::super::batch::{Span, Writer};
use super::super::credit;
use super::super::measures::has_levels;
use super::super::universe::{Universe, today};
use super::{facts, newest};
use crate::tables::{tables, tables_of_ledgers};

/// The funds of a pool are lent or idle on each day, and the rest of its capacity is still free.
#[test]
fn funding_of_a_pool_is_lent_or_idle() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let tables = tables();
    let rows = &tables.iter().find(|table| table.name == "pools").unwrap().rows;
    let mut out = Writer::new(Span { after: None, last: today() + 40 });
    credit::write(&universe, &mut out);
    let facts = facts(&out.take());
    let values = newest(&facts);
    let get = |slug: &str, measure: &str, day: Day| values.get(&(slug, measure, day)).copied();
    let mut shares = Vec::new();
    for (pool, row) in universe.pools.iter().zip(rows) {
        let number = |column: &str| row.cell(column).unwrap().parse::<f64>().unwrap();
        for day in (pool.launch..=today() + 40).filter(|day| has_levels(*day)) {
            let of_pool = |measure: &str| get(&pool.slug, measure, day).unwrap();
            let [lent, funded, left] =
                ["outstanding_capital_dollar", "funded_assets_token", "available_capacity_dollar"]
                    .map(of_pool);
            let idle = funded - lent;
            assert!(idle >= 0.0 && funded <= pool.capacity, "{} {day}: {lent} {funded}", pool.slug);
            let expected = if pool.is_closed { 0.0 } else { pool.capacity - funded };
            assert!((left - expected).abs() < 1.0, "{} {day}: {left}", pool.slug);
            let loans: f64 = pool
                .loans
                .iter()
                .filter_map(|place| {
                    get(&universe.loans[*place].slug, "outstanding_capital_dollar", day)
                })
                .sum();
            assert!((loans - lent).abs() < 0.01);
            if lent > 0.0 {
                shares.push(idle / funded);
            }
        }
        let [funded, later] =
            [today(), today() + 40].map(|day| get(&pool.slug, "funded_assets_token", day).unwrap());
        let stated = number("funded_amount");
        assert!((funded - stated).abs() < 0.5 && (later - stated).abs() < 0.5, "{}", pool.slug);
        match row.cell("status").unwrap() {
            "closed" => assert!(funded < 0.5, "{}: {funded}", pool.slug),
            _ => assert!(funded > 0.0 && funded < number("capacity_amount"), "{}", pool.slug),
        }
    }
    let (least, most) = shares
        .iter()
        .fold((1.0_f64, 0.0_f64), |(least, most), share| (least.min(*share), most.max(*share)));
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    assert!(least > 0.04 && most > 0.2 && (0.05..0.3).contains(&mean), "{least} {mean} {most}");
}

#[test]
fn loans_were_issued_and_some_are_in_default() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let mut out = Writer::new(Span { after: None, last: today() });
    credit::write(&universe, &mut out);
    let facts = facts(&out.take());
    let issued: Vec<f64> = facts
        .iter()
        .filter(|((slug, measure, ..), _)| {
            *slug == universe.pools[0].slug && *measure == "cumulative_issued_amount_dollar"
        })
        .map(|(_, (value, _))| *value)
        .collect();
    assert!(issued.is_sorted());
    assert!(facts.iter().any(|((_, measure, ..), (value, _))| {
        *measure == "defaulted_loans_amount_dollar" && *value > 0.0
    }));
}
