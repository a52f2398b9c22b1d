//! Every procedure, file, feed and dataset against every kind of caller, under both policy sets.

use crate::second_reading::{Caller, Outcome, callers};
use crate::support::World;
use crate::support::access::{Documents, OPEN, TIERED};
use crate::support::browser::Answer;
use crate::support::identity::user_id;
use gateway::call::data_calls::DataUse;
use gateway::call::input::{self, Input};
use gateway::call::procedure::{Kind, Procedure};
use gateway::call::registry::Registry;
use proto::access::v1::{FileFormat, NarrowedAnswers};
use serde_json::Value;

/// The calls of a batch.
const BATCH: usize = 20;

/// The refusal of a call by access; none if it is answered, or fails for another reason.
fn outcome(status: u64, error: &Value) -> Option<String> {
    let reason = error["data"]["reason"].as_str().unwrap_or("none");
    // Groups have as many rows as there are, which may be more than a plan includes; the call itself is allowed.
    if ![401, 403, 503].contains(&status) || ["access.rows", "access.export_rows"].contains(&reason)
    {
        return None;
    }
    Some(reason.to_owned())
}

fn of_answer(answer: &Answer) -> Option<String> {
    let error = serde_json::from_slice::<Value>(&answer.body).unwrap_or_default();
    outcome(answer.status.into(), &error["error"])
}

struct Matrix {
    world: World,
    registry: Registry,
    documents: Documents,
    callers: Vec<Caller>,
    cells: usize,
    wrong: Vec<String>,
}

impl Matrix {
    async fn of(set: &str) -> Self {
        let world = World::start().await;
        let mut callers = callers(&world);
        let documents = Documents::from_set(set);
        let epoch = world.access.change(|present| present.clone_from(&documents)).to_string();
        for caller in &mut callers {
            caller.browser = caller.browser.clone().with("x-min-epoch", &epoch);
        }
        let registry = gateway::procedures::registry();
        Self { world, registry, documents, callers, cells: 0, wrong: Vec::new() }
    }

    /// All queries in batches, so that refusals and answers stand side by side.
    async fn try_procedures(&mut self) {
        let queries: Vec<&Procedure> = self.registry.all().iter().map(|one| &**one).collect();
        let queries: Vec<_> = queries.into_iter().filter(|one| one.kind == Kind::Query).collect();
        let mut cells = Vec::new();
        for caller in &self.callers {
            for batch in queries.chunks(BATCH) {
                let names: Vec<&str> = batch.iter().map(|procedure| procedure.name).collect();
                let target = format!("/api/trpc/{}?batch=1", names.join(","));
                let answer = caller.browser.get(&target).await.json();
                for (procedure, entry) in batch.iter().zip(answer.as_array().unwrap()) {
                    let error = &entry["error"];
                    let status = error["data"]["httpStatus"].as_u64().unwrap_or(200);
                    let expected = match procedure.access.data_rule() {
                        Some(rule) => {
                            let calls = rule.calls(&Input::Null, DataUse::Answer);
                            match procedure.narrowed {
                                NarrowedAnswers::DataSets => {
                                    caller.expected_list(&self.documents, calls, false)
                                }
                                narrowed => caller.expected(&self.documents, calls, narrowed),
                            }
                        }
                        None => caller.expected_by_rule(procedure.access),
                    };
                    let cell = format!("{} by {}", procedure.name, caller.name);
                    cells.push((cell, outcome(status, error), expected));
                }
            }
        }
        self.note(cells);
    }

    /// Every file in a format of all plans and in one of the largest.
    async fn try_files(&mut self) {
        let mut files: Vec<(String, String, &'static str)> = Vec::new();
        for procedure in self.registry.all().iter().filter(|procedure| procedure.lists) {
            let domain = procedure.name.trim_end_matches(".list");
            let resource: String = domain
                .chars()
                .flat_map(|letter| {
                    let underscore = letter.is_ascii_uppercase().then_some('_');
                    underscore.into_iter().chain([letter.to_ascii_lowercase()])
                })
                .collect();
            files.push((resource, "{}".to_owned(), procedure.name));
        }
        for (name, input) in [
            (
                "timeseries.get",
                r#"{"keys":[{"subject_kind":"pool","subject_slug":"a","measure":"62"}]}"#,
            ),
            ("timeseries.aggregate", r#"{"measure":"62"}"#),
            ("holders.top", r#"{"token_slug":"coin"}"#),
            ("holders.cohorts", r#"{"token_slug":"coin"}"#),
        ] {
            files.push((name.to_owned(), input.to_owned(), name));
        }
        let mut cells = Vec::new();
        for (file, text, name) in &files {
            let procedure = self.registry.get(name).unwrap();
            let input: Input<'_> = input::parse(text.as_bytes(), 0).unwrap().unwrap();
            for (format, extension) in [(FileFormat::Csv, "csv"), (FileFormat::Parquet, "parquet")]
            {
                let query: String = url::form_urlencoded::byte_serialize(text.as_bytes()).collect();
                let query = if text == "{}" { String::new() } else { format!("?query={query}") };
                let target = format!("/api/download/{file}.{extension}{query}");
                for caller in &self.callers {
                    let expected = match procedure.access.data_rule() {
                        Some(rule) => caller.expected_file(
                            &self.documents,
                            rule.calls(&input, DataUse::File(format)),
                            procedure.narrowed,
                            format,
                        ),
                        None => caller.expected_by_rule(procedure.access),
                    };
                    let found = of_answer(&caller.browser.get(&target).await);
                    cells.push((format!("{target} by {}", caller.name), found, expected));
                }
            }
        }
        self.note(cells);
    }

    /// Feeds: for visitors, whatever session they have, and for keys.
    async fn try_feeds(&mut self) {
        let mut cells = Vec::new();
        for (feed, name) in [("news", "articles.list"), ("restatements", "restatements.list")] {
            let procedure = self.registry.get(name).unwrap();
            let rule = procedure.access.data_rule().unwrap();
            let calls = rule.calls(&Input::Null, DataUse::Feed);
            let narrowed = procedure.narrowed;
            for caller in &self.callers {
                let answer = caller.browser.get(&format!("/feeds/{feed}.xml")).await;
                let cell = format!("{feed} by {}", caller.name);
                if caller.scopes.is_some() {
                    let expected = caller.expected(&self.documents, calls, narrowed);
                    cells.push((cell, of_answer(&answer), expected));
                } else {
                    let visitor = &self.callers[0];
                    let expected = visitor.expected(&self.documents, calls, narrowed);
                    let found = (answer.status == 403).then(|| "refused".to_owned());
                    cells.push((cell, found, expected.map(|_| "refused")));
                }
            }
        }
        self.note(cells);
    }

    /// Datasets by names that nobody published, their manifest and its key.
    async fn try_datasets(&mut self) {
        let mut cells = Vec::new();
        let list = self.registry.get("datasets.list").unwrap();
        let rule = list.access.data_rule().unwrap();
        for (rest, data_set, used_as) in [
            ("manifest.json", None, DataUse::Answer),
            ("public_key.pem", None, DataUse::Answer),
            ("5e0f/series.parquet", Some("series"), DataUse::File(FileFormat::Parquet)),
            ("5e0f/series.csv.gz", Some("series"), DataUse::File(FileFormat::Csv)),
            ("5e0f/subjects.csv.gz", Some("subjects"), DataUse::File(FileFormat::Csv)),
            ("5e0f/transfers-sample.csv.gz", Some("transfers"), DataUse::File(FileFormat::Csv)),
            ("5e0f/planets.csv.gz", Some("planets"), DataUse::File(FileFormat::Csv)),
        ] {
            let input = data_set.map_or(Input::Null, |name| Input::Text(name.into()));
            let calls = rule.calls(&input, used_as);
            for caller in &self.callers {
                let expected = if let DataUse::File(format) = used_as {
                    caller.expected_file(&self.documents, calls, list.narrowed, format)
                } else {
                    caller.expected_list(&self.documents, calls, rest == "manifest.json")
                };
                let answer = caller.browser.get(&format!("/api/download/datasets/{rest}")).await;
                cells.push((format!("{rest} by {}", caller.name), of_answer(&answer), expected));
            }
        }
        self.note(cells);
    }

    /// Compares what was found with what the second reading implies.
    fn note(&mut self, cells: Vec<(String, Option<String>, Outcome)>) {
        self.cells += cells.len();
        for (cell, found, expected) in cells {
            if found.as_deref() != expected {
                self.wrong.push(format!("{cell}: {found:?} instead of {expected:?}"));
            }
        }
    }

    fn finish(&self, at_least: usize) {
        assert!(self.cells >= at_least, "{}", self.cells);
        assert!(self.wrong.is_empty(), "{} of {}: {:#?}", self.wrong.len(), self.cells, self.wrong);
        assert_eq!(self.world.profiles.writes(), 0);
    }
}

#[tokio::test]
async fn every_query_admits_whom_the_policies_allow() {
    for set in [OPEN, TIERED] {
        let mut matrix = Matrix::of(set).await;
        matrix.try_procedures().await;
        matrix.finish(4_000);
    }
}

#[tokio::test]
async fn every_file_feed_and_dataset_admits_whom_the_policies_allow() {
    for set in [OPEN, TIERED] {
        let mut matrix = Matrix::of(set).await;
        matrix.try_files().await;
        matrix.try_feeds().await;
        matrix.try_datasets().await;
        matrix.finish(2_000);
    }
}

#[tokio::test]
async fn no_other_address_takes_a_key_for_a_person() {
    let world = World::start().await;
    let program = world.program(&world.access.have_key(1, |_| {}));
    for (target, status) in [
        ("/config.json", 200),
        ("/api/auth/session", 200),
        ("/api/auth/csrf", 200),
        ("/api/none", 404),
        ("/feeds/none.xml", 404),
    ] {
        let answer = program.get(target).await;
        assert_eq!(answer.status, status, "{target}");
        let text = answer.text();
        assert!(!text.contains("person1@example.test") && !text.contains(&user_id(1)), "{text}");
    }
    assert_eq!(
        program.post("/api/keys/leaks", "[]").await.status,
        404,
        "it has a signature of its own"
    );
    assert_eq!((world.access.checks(), world.identity.resolved()), (0, 0));
}
