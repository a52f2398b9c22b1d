//! The service as a process would run it, on a database of the test's own.

use std::net::SocketAddr;
use std::path::Path;

use kit::bus::Bus;
use kit::clock::Clock;
use kit::grpc::Channel;
use kit::run::App;
use kit::testing::{self, TestDb};
use proto::timeseries::v1::timeseries_client::TimeseriesClient;
use proto::timeseries::v1::{GetLatestRequest, GetLatestResponse, SeriesKey, SubjectKind};
use tempfile::TempDir;
use time::OffsetDateTime;
use time::macros::datetime;
use timeseries::MIGRATOR;
use timeseries::calculations::Calculations;
use timeseries::context::Context;
use timeseries::import::{self, LoadSummary, Outcome, Rejection, Report, Subjects};
use timeseries::snapshot::{self, CurrentSnapshot};

/// The present of every test.
pub const NOW: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

/// The entry in the manifest of each file that a test may have.
const ORIGINS: [(&str, &str); 6] = [
    ("wide.csv", r#""attribution": "A Source""#),
    ("long.csv", r#""scale": "one""#),
    ("later.csv", r#""scale": "one""#),
    ("percent.csv", r#""scale": "percent""#),
    ("transfers.csv", r#""contents": "transfers""#),
    ("holders.csv", r#""contents": "holders""#),
];

pub const HEAD: &str = "subject_kind,subject_slug,measure,date,value";

pub type Client = TimeseriesClient<Channel>;

/// The newest values of series, read from the JSON that browsers get.
pub async fn latest(client: &mut Client, request: GetLatestRequest) -> GetLatestResponse {
    let text = client.get_latest_text(request).await.unwrap().into_inner().json;
    serde_json::from_slice(&text).unwrap()
}

/// A database with the tables of the service, and what a process has beside it.
pub struct World {
    pub app: App,
    pub test_db: TestDb,
    pub clock: Clock,
    pub snapshot: CurrentSnapshot,
}

impl World {
    pub async fn start() -> Self {
        let clock = Clock::fixed(NOW);
        let app = testing::app_at(clock.clone());
        let test_db = testing::database(&MIGRATOR).await;
        Self { app, test_db, clock, snapshot: CurrentSnapshot::new(1 << 30) }
    }

    /// Imports files given by name and text, beside the manifest, about anybody.
    pub async fn import(&self, files: &[(&str, &str)]) -> anyhow::Result<Report> {
        self.import_about(Subjects::Any, files).await
    }

    /// Imports files about subjects of the catalog, or about any subject.
    pub async fn import_about(
        &self,
        subjects: Subjects,
        files: &[(&str, &str)],
    ) -> anyhow::Result<Report> {
        let folder = folder(files);
        let files = import::folder(folder.path())?;
        import::import(&self.test_db.db, files, subjects, &self.clock).await
    }

    /// Imports one file with a row for each value, of which nothing is refused.
    pub async fn load(&self, rows: &str) -> LoadSummary {
        self.load_as("long.csv", rows).await
    }

    pub async fn load_as(&self, name: &str, rows: &str) -> LoadSummary {
        let report = self.import(&[(name, &format!("{HEAD}\n{rows}"))]).await.unwrap();
        let [file] = &report.files[..] else { panic!("{report}") };
        let Outcome::Loaded(loaded) = &file.outcome else { panic!("{report}") };
        loaded.clone()
    }

    /// Imports one file of which everything is refused.
    pub async fn refused(&self, name: &str, text: &str) -> Vec<Rejection> {
        let report = self.import(&[(name, text)]).await.unwrap();
        let Outcome::Refused(rejections) = &report.files[0].outcome else { panic!("{report}") };
        assert!(report.is_refused());
        rejections.all().to_vec()
    }

    pub fn context(&self) -> Context {
        Context {
            db: self.test_db.connect(&self.app),
            clock: self.clock.clone(),
            snapshot: self.snapshot.clone(),
            answers: timeseries::context::answer_budget(128 << 20),
            calculations: Calculations::default(),
            earlier_states: Calculations::default(),
        }
    }

    /// Begins what a process does beside its calls.
    pub fn run(&self, ctx: &Context, bus: &Bus) {
        kit::outbox::relay(&self.app, ctx.db.clone(), bus.clone());
        timeseries::listen(&self.app, ctx, bus);
    }

    /// Brings the snapshot up to date.
    pub async fn refresh(&self) {
        snapshot::refresh(&self.test_db.db, &self.snapshot, self.clock.now()).await.unwrap();
        snapshot::read_newest(&self.test_db.db, &self.snapshot).await.unwrap();
    }

    /// A client of the running service, whose snapshot is up to date.
    pub async fn serve(&self) -> Client {
        self.refresh().await;
        self.serve_with(self.context()).await
    }

    /// The same with places or memory of its own.
    pub async fn serve_with(&self, ctx: Context) -> Client {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let routes = timeseries::routes(ctx);
        let address = kit::grpc::serve(&self.app, any, routes).await.unwrap();
        let url = format!("http://{address}");
        let channel = kit::grpc::connect(&self.app, "TIMESERIES_URL", &url).await.unwrap();
        TimeseriesClient::new(channel)
    }

    /// The first column of every row, as text.
    pub async fn texts(&self, statement: &'static str) -> Vec<String> {
        let mut conn = self.test_db.db.conn().await.unwrap();
        sqlx::query_scalar(statement).fetch_all(&mut *conn).await.unwrap()
    }

    /// Every observation: subject, network, measure, day, value or reason.
    pub async fn observations(&self) -> Vec<String> {
        self.texts(
            "SELECT u.slug || ' ' || s.measure_slug || ' ' || o.date || ' ' ||
                 coalesce('withheld: ' || o.reason, o.value::text, 'null')
             FROM observations o JOIN series s ON s.id = o.series_id JOIN subjects u ON u.id = s.subject_id
             ORDER BY u.slug, s.measure_slug, s.source, o.date, o.known_at",
        )
        .await
    }
}

/// A folder with files and a manifest that describes them.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let has = |name: &str| files.iter().any(|(file, _)| *file == name);
    let origins = ORIGINS.iter().filter(|(name, _)| has(name)).map(|(name, more)| {
        format!(r#""{name}": {{"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02", {more}}}"#)
    });
    let origins = origins.collect::<Vec<_>>().join(", ");
    write(folder.path(), "manifest.json", &format!(r#"{{"files": {{{origins}}}}}"#));
    for (name, text) in files {
        write(folder.path(), name, text);
    }
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

/// The key of a series of an asset.
pub fn asset(slug: &str, measure: &str) -> SeriesKey {
    SeriesKey {
        subject_kind: SubjectKind::Asset.into(),
        subject_slug: slug.to_owned(),
        measure: measure.to_owned(),
        network_slug: None,
        source: None,
    }
}

/// Values as they are compared: nothing instead of NaN.
pub fn shown(values: &[f64]) -> Vec<Option<f64>> {
    values.iter().map(|value| (!value.is_nan()).then_some(*value)).collect()
}

/// Whether two values differ by less than the arithmetic may.
pub fn is_close(found: Option<f64>, expected: Option<f64>) -> bool {
    match (found, expected) {
        (Some(found), Some(expected)) => {
            (found - expected).abs() <= 1e-12 * expected.abs().max(1.0)
        }
        (found, expected) => found == expected,
    }
}
