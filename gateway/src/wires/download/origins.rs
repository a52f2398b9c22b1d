//! The provenance of the numbers in a file.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proto::timeseries::v1::{GetOriginsResponse, Load, OriginRun, WithheldRun};
use sheet::Cell;

/// The most sources that one cell names.
const MAX_NAMED: usize = 20;
/// The id that stands for all series of an aggregate.
const AGGREGATE: i64 = 0;

/// The loads of a file, and the days of each series that come from them.
pub struct Origins {
    loads: HashMap<i64, Load>,
    /// By series, then by the inputs that it is calculated from.
    runs: HashMap<i64, BTreeMap<i64, Vec<OriginRun>>>,
    /// By series: why values are withheld.
    withheld: HashMap<i64, Vec<WithheldRun>>,
    /// The method version of derived numbers, by series.
    methods: HashMap<i64, String>,
}

impl Origins {
    /// The provenance that timeseries returned.
    pub fn new(response: GetOriginsResponse) -> Self {
        let loads = response.loads.into_iter().map(|load| (load.id, load)).collect();
        let mut runs: HashMap<i64, BTreeMap<i64, Vec<OriginRun>>> = HashMap::new();
        for run in response.runs {
            runs.entry(run.series_id).or_default().entry(run.input_id).or_default().push(run);
        }
        let mut withheld: HashMap<i64, Vec<WithheldRun>> = HashMap::new();
        for run in response.withheld {
            withheld.entry(run.series_id).or_default().push(run);
        }
        let methods = response.methods.into_iter();
        let methods = methods.map(|method| (method.series_id, method.method_version));
        Self { loads, runs, withheld, methods: methods.collect() }
    }

    /// Why the value of a series in the interval of a day is withheld.
    pub fn reason(&self, series: i64, date: &str) -> Cell {
        let runs = self.withheld.get(&series).map(Vec::as_slice).unwrap_or_default();
        let at = runs.partition_point(|run| run.last_date.as_str() < date);
        let run = runs.get(at).filter(|run| run.first_date.as_str() <= date);
        Cell::text(run.map(|run| &run.reason))
    }

    /// The newest load of each input of a value, within its interval; for an input without values in the interval, the
    /// load of the value that is carried forward.
    fn newest(&self, series: i64, first: &str, next: Option<&str>) -> Vec<(&Load, i64)> {
        let inputs = self.runs.get(&series).into_iter().flat_map(BTreeMap::values);
        inputs.filter_map(|runs| self.newest_load(runs, first, next)).collect()
    }

    fn newest_load(
        &self,
        runs: &[OriginRun],
        first: &str,
        next: Option<&str>,
    ) -> Option<(&Load, i64)> {
        let at = runs.partition_point(|run| run.last_date.as_str() < first);
        let within = runs[at..]
            .iter()
            .take_while(|run| next.is_none_or(|next| run.first_date.as_str() < next));
        let newest = within.max_by_key(|run| (run.known_at, run.load_id));
        let run = newest.or_else(|| runs.get(at.checked_sub(1)?))?;
        Some((self.loads.get(&run.load_id)?, run.known_at))
    }

    /// The cells of a value of a series, the sources of its loads first.
    pub fn of_value(
        &self,
        series: i64,
        first: &str,
        next: Option<&str>,
        is_sample: bool,
    ) -> [Cell; 7] {
        let inputs = self.newest(series, first, next);
        let newest = inputs.iter().map(|(load, known_at)| (*known_at, load.id)).max();
        let Some((known_at, load_id)) = newest else { return unknown(is_sample) };
        let named = |of: fn(&Load) -> Option<&String>| {
            joined(&inputs.iter().filter_map(|(load, _)| of(load)).map(String::as_str).collect())
        };
        [
            named(|load| Some(&load.source)),
            named(|load| Some(&load.licence)),
            named(|load| load.attribution.as_ref()),
            Cell::Integer(load_id),
            Cell::Integer(known_at),
            self.method(series).unwrap_or_else(|| named(|load| Some(&load.method_version))),
            Cell::Truth(is_sample),
        ]
    }

    /// The sources of all loads, in one cell.
    pub fn sources(&self) -> Cell {
        self.all(|load| Some(&load.source))
    }

    /// The cells of a value of an aggregate, to which all loads contribute.
    pub fn of_all(&self, is_sample: bool) -> [Cell; 5] {
        let ids: BTreeSet<i64> = self.loads.keys().copied().collect();
        let method = || self.all(|load| Some(&load.method_version));
        [
            self.all(|load| Some(&load.licence)),
            self.all(|load| load.attribution.as_ref()),
            // The newest first.
            named(ids.into_iter().rev().map(|id| id.to_string())),
            self.method(AGGREGATE).unwrap_or_else(method),
            Cell::Truth(is_sample),
        ]
    }

    /// The version of the method by which a series is calculated.
    fn method(&self, series: i64) -> Option<Cell> {
        self.methods.get(&series).map(|version| Cell::text(Some(version)))
    }

    fn all<'a>(&'a self, of: fn(&'a Load) -> Option<&'a String>) -> Cell {
        joined(&self.loads.values().filter_map(of).map(String::as_str).collect())
    }
}

fn joined(texts: &BTreeSet<&str>) -> Cell {
    named(texts.iter().map(|&text| text.to_owned()))
}

fn named(mut texts: impl ExactSizeIterator<Item = String>) -> Cell {
    let mut named: Vec<String> = texts.by_ref().take(MAX_NAMED).collect();
    if texts.len() > 0 {
        named.push(format!("{} more", texts.len()));
    }
    Cell::text((!named.is_empty()).then(|| named.join("; ")))
}

fn unknown(is_sample: bool) -> [Cell; 7] {
    let mut cells = [const { Cell::Nothing }; 7];
    cells[6] = Cell::Truth(is_sample);
    cells
}

#[cfg(test)]
mod tests {
    use proto::timeseries::v1::OriginMethod;

    use super::*;

    fn run(first: &str, last: &str, known_at: i64, load_id: i64) -> OriginRun {
        OriginRun {
            series_id: 1,
            input_id: 1,
            first_date: first.to_owned(),
            last_date: last.to_owned(),
            known_at,
            load_id,
        }
    }

    fn load(id: i64) -> Load {
        let source = if id < 3 { "ECB" } else { "FRED" };
        Load { id, source: source.to_owned(), licence: "CC0".to_owned(), ..Load::default() }
    }

    #[test]
    fn a_value_has_the_newest_load_of_its_interval_and_carried_values_keep_theirs() {
        let runs = vec![
            run("2026-01-01", "2026-01-31", 100, 1),
            run("2026-02-01", "2026-02-10", 300, 3),
            run("2026-02-11", "2026-02-20", 200, 2),
        ];
        let loads = vec![load(1), load(2), load(3)];
        let response = GetOriginsResponse { runs, loads, ..GetOriginsResponse::default() };
        let origins = Origins::new(response);
        for (first, next, expected) in [
            ("2025-12-31", Some("2026-01-01"), None),
            ("2026-01-05", Some("2026-01-06"), Some(1)),
            ("2026-02-01", Some("2026-03-01"), Some(3)),
            ("2026-02-20", Some("2026-02-21"), Some(2)),
            ("2026-02-25", None, Some(2)),
        ] {
            let found: Vec<i64> =
                origins.newest(1, first, next).iter().map(|(load, _)| load.id).collect();
            assert_eq!(found, Vec::from_iter(expected), "{first}");
        }
        assert!(origins.newest(7, "2026-01-05", None).is_empty());
        assert_eq!(origins.sources(), Cell::Text("ECB; FRED".to_owned()));
    }

    #[test]
    fn a_derived_value_names_every_input() {
        let price = OriginRun { input_id: 2, ..run("2026-01-01", "2026-01-31", 300, 3) };
        let runs = vec![run("2026-01-01", "2026-01-31", 100, 1), price];
        let loads = [load(1), load(3)].map(|load| {
            let licence = if load.id == 1 { "CC-BY" } else { "CC0" };
            Load { licence: licence.to_owned(), ..load }
        });
        let methods = vec![OriginMethod { series_id: 1, method_version: "2".to_owned() }];
        let loads = loads.to_vec();
        let response = GetOriginsResponse { runs, loads, methods, ..GetOriginsResponse::default() };
        let origins = Origins::new(response);
        let [source, licence, _, load_id, known_at, method, _] =
            origins.of_value(1, "2026-01-05", Some("2026-01-06"), false);
        assert_eq!(source, Cell::Text("ECB; FRED".to_owned()));
        assert_eq!(licence, Cell::Text("CC-BY; CC0".to_owned()));
        assert_eq!((load_id, known_at), (Cell::Integer(3), Cell::Integer(300)));
        assert_eq!(method, Cell::Text("2".to_owned()), "its own, not those of its inputs");
    }
}
