//! The import by calls: the same as that of a folder, one at a time, and nothing of one that was given up.

use std::fmt::Write as _;

use crate::support::{self, HEAD, World};
use faultkit::processes::Process;
use kit::config::Env;
use kit::db::{Db, DbConfig};
use kit::error::{ErrorCode, Problem};
use kit::grpc::Channel;
use kit::imports::{MOST_BYTES, PART_BYTES};
use kit::run::App;
use kit::{failpoint, testing};
use proto::timeseries::v1::timeseries_import_client::TimeseriesImportClient;
use proto::timeseries::v1::{
    AddImportPartRequest, BeginImportRequest, GetImportRequest, Import, ImportOutcome, ImportState,
    ListLoadedFilesRequest, RemoveSamplesRequest, RunImportRequest,
};
use time::macros::date;
use timeseries::import::calls;
use tokio::process::Command;
use tonic::Status;
use tonic::service::Routes;

const COLUMNS: &str = "file,column,subject_kind,subject_slug,subject_name,network_slug,measure,scale,source,frequency\n\
    wide.csv,a,benchmark,rate-a,Rate A,,benchmark_rate,percent,desk,business_daily\n";
const LOADS: &str = "SELECT file || ' ' || hash || ' ' || coalesce(transformation, '') || ' ' || accepted || ' ' || withheld
    FROM loads ORDER BY id";
const NUMBERS: &str = "SELECT count(*)::text FROM observations";

type Client = TimeseriesImportClient<Channel>;

async fn serve(app: &App, db: &Db) -> Client {
    let imports = calls::imports(app.clone(), db.clone(), db.clone());
    let any = "127.0.0.1:0".parse().unwrap();
    let routes = Routes::new(calls::service(imports));
    let address = kit::grpc::serve(app, any, routes).await.unwrap();
    let url = format!("http://{address}");
    let caller = testing::app_of("sample", app);
    TimeseriesImportClient::new(kit::grpc::connect(&caller, "TIMESERIES_URL", &url).await.unwrap())
}

async fn begin(client: &mut Client) -> Result<i64, Status> {
    let begun = client.begin_import(BeginImportRequest { any_subject: true }).await?;
    Ok(begun.into_inner().import_id)
}

async fn add(
    client: &mut Client,
    import_id: i64,
    file: &str,
    place: i32,
    bytes: &[u8],
) -> Result<i64, Status> {
    let part =
        AddImportPartRequest { import_id, file: file.to_owned(), place, bytes: bytes.into() };
    Ok(client.add_import_part(part).await?.into_inner().size)
}

async fn send(client: &mut Client, import_id: i64, file: &str, bytes: &[u8]) {
    for (place, part) in bytes.chunks(PART_BYTES).enumerate() {
        add(client, import_id, file, place as i32, part).await.unwrap();
    }
}

async fn send_folder(client: &mut Client, files: &[(&str, &str)]) -> i64 {
    let folder = support::folder(files);
    let import_id = begin(client).await.unwrap();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        send(client, import_id, name, &std::fs::read(&path).unwrap()).await;
    }
    import_id
}

async fn ended(client: &mut Client, import_id: i64) -> Import {
    client.run_import(RunImportRequest { import_id }).await.unwrap();
    loop {
        let request = GetImportRequest { import_id };
        let import = client.get_import(request).await.unwrap().into_inner();
        if import.state() != ImportState::Loading {
            return import;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

fn reason<T: std::fmt::Debug>(answer: Result<T, Status>) -> (ErrorCode, String) {
    let problem = Problem::from(answer.unwrap_err());
    (problem.code, problem.reason.into_owned())
}

#[tokio::test]
async fn calls_load_and_report_the_same_as_a_folder() {
    let mut long = format!("{HEAD},known_at\n");
    for number in 0..20_000 {
        let day = date!(1960 - 01 - 01) + time::Duration::days(number);
        let value = if number == 700 { -1 } else { number };
        writeln!(
            long,
            "asset,coin-with-a-name-that-takes-some-room,71,{day},{value},{day}T12:00:00Z"
        )
        .unwrap();
    }
    assert!(long.len() > PART_BYTES, "several parts: {}", long.len());
    let files = [
        ("wide.csv", "date,a\n2026-01-01,4.25\n2026-01-02,\n"),
        ("series.csv", COLUMNS),
        ("long.csv", long.as_str()),
        ("later.csv", "subject_kind,subject_slug,measure,date,value\nasset,coin,71,2026-13-01,x\n"),
    ];
    let (by_folder, by_calls) = (World::start().await, World::start().await);
    let report = by_folder.import(&files).await.unwrap();
    let mut client = serve(&by_calls.app, &by_calls.test_db.db).await;
    let import_id = send_folder(&mut client, &files).await;
    let import = ended(&mut client, import_id).await;

    assert_eq!((import.state(), &import.text), (ImportState::Finished, &report.to_string()));
    assert_eq!(by_calls.observations().await, by_folder.observations().await);
    assert_eq!(by_calls.texts(LOADS).await, by_folder.texts(LOADS).await);
    let outcomes: Vec<(&str, ImportOutcome)> =
        import.files.iter().map(|file| (file.file.as_str(), file.outcome())).collect();
    let expected = [
        ("later.csv", ImportOutcome::Refused),
        ("long.csv", ImportOutcome::Loaded),
        ("wide.csv", ImportOutcome::Loaded),
    ];
    assert_eq!(outcomes, expected);
    let [later, long, _] = &import.files[..] else { panic!("{import:?}") };
    let [rejection] = &later.rejections[..] else { panic!("{later:?}") };
    assert_eq!(
        (rejection.line, rejection.column.as_str(), rejection.found.as_str()),
        (2, "value", "x")
    );
    assert_eq!((long.accepted, long.withheld_reasons[0].count), (20_000, 1));
    assert!(!long.withheld_reasons[0].meaning.is_empty());
    assert_eq!(long.first_date.as_deref(), Some("1960-01-01"));

    // Said again, nothing is loaded again; sent again, it is known.
    assert_eq!(ended(&mut client, import_id).await, import);
    let import_id = send_folder(&mut client, &files).await;
    let again = ended(&mut client, import_id).await;
    assert_eq!(again.files[1].outcome(), ImportOutcome::Known);
    assert_eq!(by_calls.texts("SELECT count(*)::text FROM import_parts").await, ["0"]);
}

#[tokio::test]
async fn one_import_runs_at_a_time() {
    let world = World::start().await;
    let mut client = serve(&world.app, &world.test_db.db).await;
    let running = (ErrorCode::Precondition, "import_running".to_owned());
    let import_id = begin(&mut client).await.unwrap();
    assert_eq!(reason(begin(&mut client).await), running, "while another one is received");
    world.texts("UPDATE imports SET state = 'loading' RETURNING state").await;
    assert_eq!(reason(begin(&mut client).await), running, "while another one is loaded");
    let request = GetImportRequest { import_id };
    let import = client.get_import(request).await.unwrap().into_inner();
    assert_eq!(import.state(), ImportState::Loading);

    let gone = "UPDATE imports SET touched_at = now() - interval '2 minutes' RETURNING state";
    world.texts(gone).await;
    let import = client.get_import(request).await.unwrap().into_inner();
    assert_eq!(import.state(), ImportState::Failed, "the replica that loads it is gone");
    let import_id = begin(&mut client).await.unwrap();
    assert_eq!(reason(client.get_import(request).await).1, "import_not_found");
    let dropped = reason(client.run_import(RunImportRequest { import_id }).await);
    assert_eq!(dropped, (ErrorCode::Invalid, "manifest_invalid".to_owned()), "nothing was sent");

    let mut conn = world.test_db.db.conn().await.unwrap();
    let hold = "SELECT pg_advisory_lock(hashtext('timeseries import'))";
    sqlx::query(hold).execute(&mut *conn).await.unwrap();
    assert_eq!(reason(begin(&mut client).await), running, "while the command loads a folder");
    let free = "SELECT pg_advisory_unlock(hashtext('timeseries import'))";
    sqlx::query(free).execute(&mut *conn).await.unwrap();
    begin(&mut client).await.unwrap();
}

#[tokio::test]
async fn nothing_stays_of_an_import_that_is_dropped_half_way() {
    let world = World::start().await;
    let mut client = serve(&world.app, &world.test_db.db).await;
    let rows = format!("{HEAD}\nasset,coin,71,2026-01-01,1\n");
    send_folder(&mut client, &[("long.csv", &rows)]).await;
    world
        .texts("UPDATE imports SET touched_at = now() - interval '40 seconds' RETURNING state")
        .await;
    assert_eq!(reason(begin(&mut client).await).1, "import_running", "it may go on");
    world
        .texts("UPDATE imports SET touched_at = now() - interval '2 minutes' RETURNING state")
        .await;
    begin(&mut client).await.unwrap();
    assert_eq!(world.texts("SELECT count(*)::text FROM import_parts").await, ["0"]);
    assert_eq!(world.texts(NUMBERS).await, ["0"]);
}

#[tokio::test]
async fn parts_and_folders_that_are_wrong_are_refused() {
    let world = World::start().await;
    let mut client = serve(&world.app, &world.test_db.db).await;
    let invalid = (ErrorCode::Invalid, "import_part_invalid".to_owned());
    let unknown = (ErrorCode::NotFound, "import_not_found".to_owned());
    assert_eq!(reason(add(&mut client, 7, "long.csv", 0, b"x").await), unknown);
    let import_id = begin(&mut client).await.unwrap();
    for name in ["../long.csv", "a/long.csv", "long.txt", "", ".", "long.csv/"] {
        assert_eq!(reason(add(&mut client, import_id, name, 0, b"x").await), invalid, "{name}");
    }
    let large = vec![b'x'; PART_BYTES + 1];
    assert_eq!(reason(add(&mut client, import_id, "long.csv", 0, &large).await), invalid);
    let larger = vec![b'x'; PART_BYTES * 2];
    let beyond = add(&mut client, import_id, "long.csv", 0, &larger).await;
    assert!(beyond.is_err(), "a message of this size is not even read");
    assert_eq!(reason(add(&mut client, import_id, "long.csv", 1, b"x").await), invalid, "a gap");
    assert_eq!(add(&mut client, import_id, "long.csv", 0, b"xyz").await.unwrap(), 3);
    assert_eq!(add(&mut client, import_id, "long.csv", 0, b"xyz").await.unwrap(), 3, "sent again");
    assert_eq!(reason(add(&mut client, import_id, "long.csv", 0, b"xy").await), invalid);
    world.texts("UPDATE imports SET bytes = 67108860 RETURNING state").await;
    assert_eq!(MOST_BYTES, 67_108_864);
    let full = add(&mut client, import_id, "long.csv", 1, b"12345").await;
    assert_eq!(reason(full), (ErrorCode::Invalid, "import_too_large".to_owned()));
    assert_eq!(add(&mut client, import_id, "long.csv", 1, b"1234").await.unwrap(), 67_108_864);

    let status = client.run_import(RunImportRequest { import_id }).await.unwrap_err();
    let problem = Problem::from(status);
    assert_eq!(problem.reason, "manifest_invalid");
    assert!(problem.message.contains("manifest.json says nothing of long.csv"), "{problem:?}");
    assert_eq!(reason(client.get_import(GetImportRequest { import_id }).await), unknown);
    assert_eq!(world.texts(NUMBERS).await, ["0"]);
}

#[tokio::test]
async fn a_collector_asks_what_was_loaded_and_has_samples_removed() {
    let world = World::start().await;
    world.load("asset,real,71,2021-01-01,1").await;
    let mut client = serve(&world.app, &world.test_db.db).await;
    let origin = r#"{"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"}"#;
    let manifest = format!(r#"{{"kind": "sample", "files": {{"made.csv": {origin}}}}}"#);
    let rows = format!("{HEAD}\nasset,coin,71,2026-01-01,1\n");
    let import_id = begin(&mut client).await.unwrap();
    send(&mut client, import_id, "manifest.json", manifest.as_bytes()).await;
    send(&mut client, import_id, "made.csv", rows.as_bytes()).await;
    assert_eq!(ended(&mut client, import_id).await.state(), ImportState::Finished);
    for (is_sample, expected) in [(true, &["made.csv"][..]), (false, &["long.csv", "made.csv"])] {
        let request = ListLoadedFilesRequest { is_sample };
        let files = client.list_loaded_files(request).await.unwrap().into_inner().files;
        let names: Vec<&str> = files.iter().map(|file| file.file.as_str()).collect();
        assert_eq!(names, expected);
        assert!(files.iter().all(|file| file.retrieved_on == "2026-01-02"));
    }

    let removal = client.remove_samples(RemoveSamplesRequest {}).await.unwrap().into_inner();
    let ended = ended(&mut client, removal.import_id).await;
    assert_eq!((ended.state(), ended.files.len()), (ImportState::Finished, 0));
    assert_eq!(world.texts("SELECT file FROM loads").await, ["long.csv"]);
    assert_eq!(world.texts(NUMBERS).await, ["1"]);
}

/// The other process of the test below: this program again, which serves the calls and dies while it loads.
#[tokio::test]
async fn child() {
    let mut env = Env::process();
    let Ok(database) = env.required("CHILD_DATABASE") else { return };
    let app = testing::app();
    let db = Db::connect(&app, &DbConfig::from_url(&database).unwrap());
    let mut client = serve(&app, &db).await;
    let rows = format!("{HEAD}\nasset,coin,71,2026-01-01,1\n");
    let import_id = send_folder(&mut client, &[("long.csv", &rows)]).await;
    failpoint::arm(&env.required("CHILD_DIES_AT").unwrap(), 1);
    ended(&mut client, import_id).await;
}

#[tokio::test]
async fn a_load_that_is_killed_leaves_a_whole_file_or_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for place in ["import.checked", "import.announced", "import.committed", "import.by_call.loaded"]
    {
        let world = World::start().await;
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "imports::child", "--nocapture"]);
        command.env("CHILD_DATABASE", &world.test_db.url).env("CHILD_DIES_AT", place);
        let mut child = Process::start(command, &folder.path().join("child.log"));
        assert!(!child.ended().await, "{place} was not reached: {}", child.output());
        let is_loaded = world.texts(NUMBERS).await == ["1"];
        let is_late = ["import.committed", "import.by_call.loaded"].contains(&place);
        assert_eq!(is_loaded, is_late, "{place}");
        world
            .texts("UPDATE imports SET touched_at = now() - interval '2 minutes' RETURNING state")
            .await;
        let mut client = serve(&world.app, &world.test_db.db).await;
        let import = client.get_import(GetImportRequest { import_id: 1 }).await.unwrap();
        assert_eq!(import.into_inner().state(), ImportState::Failed, "{place}");
        let rows = format!("{HEAD}\nasset,coin,71,2026-01-01,1\n");
        let import_id = send_folder(&mut client, &[("long.csv", &rows)]).await;
        let again = ended(&mut client, import_id).await;
        let expected = if is_late { ImportOutcome::Known } else { ImportOutcome::Loaded };
        assert_eq!(again.files[0].outcome(), expected, "sent again after {place}");
    }
}
