//! The beginnings of the members of an aggregate, equal from rollups and from calculated sums.

use crate::support::World;
use proto::timeseries::v1::{GetAggregateRequest, SeriesInterval};

const VALUES: &str = "asset,a,71,2025-12-01,1\nasset,b,71,2026-01-03,2\nasset,c,71,2026-01-05,3\n\
    asset,d,71,2026-01-05,4\nasset,a,71,2026-01-05,1\nasset,e,71,2026-02-20,5\n";

#[tokio::test]
async fn an_answer_states_when_its_members_began() {
    let world = World::start().await;
    world.load(VALUES).await;
    let mut client = world.serve().await;
    let mut begun = async |from: &str, to: &str, interval: SeriesInterval, counts_feeders: bool| {
        let request = GetAggregateRequest {
            measure: "71".to_owned(),
            from: Some(from.to_owned()),
            to: Some(to.to_owned()),
            interval: Some(interval.into()),
            counts_feeders: Some(counts_feeders),
            ..GetAggregateRequest::default()
        };
        let begun = client.get_aggregate(request).await.unwrap().into_inner().begun.unwrap();
        let later = begun.intervals.into_iter().map(|interval| (interval.date, interval.count));
        (begun.count, later.collect::<Vec<_>>())
    };
    let at = |date: &str, count: u32| (date.to_owned(), count);
    // Only everything by days is kept; with feeder funds it is calculated.
    for is_calculated in [false, true] {
        for (from, to, expected) in [
            ("2026-01-01", "2026-01-10", (4, vec![at("2026-01-03", 1), at("2026-01-05", 2)])),
            ("2026-01-04", "2026-01-05", (4, vec![at("2026-01-05", 2)])),
            ("2025-11-01", "2026-01-02", (1, vec![at("2025-12-01", 1)])),
            ("2025-11-01", "2025-11-30", (0, Vec::new())),
            ("2026-06-01", "2026-06-03", (5, Vec::new())),
        ] {
            let found = begun(from, to, SeriesInterval::Day, is_calculated).await;
            assert_eq!(found, expected, "{from} to {to}, {is_calculated}");
        }
    }
    let months = begun("2025-12-01", "2026-02-28", SeriesInterval::Month, false).await;
    assert_eq!(months, (5, vec![at("2026-01-01", 3), at("2026-02-01", 1)]));
}
