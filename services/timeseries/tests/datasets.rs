//! Files with everything, and the manifest that is signed.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::time::Duration;

use crate::support::World;
use bytes::Bytes;
use engine::measures;
use kit::config::Secret;
use kit::grpc::Channel;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use proto::timeseries::v1::timeseries_client::TimeseriesClient;
use proto::timeseries::v1::{Dataset, GetDatasetsRequest, GetDatasetsResponse, ReadDatasetRequest};
use ring::signature::{ED25519, UnparsedPublicKey};
use sha2::{Digest as _, Sha256};
use timeseries::datasets;

type Client = TimeseriesClient<Channel>;

async fn datasets(client: &mut Client) -> GetDatasetsResponse {
    client.get_datasets(GetDatasetsRequest {}).await.unwrap().into_inner()
}

async fn files(client: &mut Client) -> Vec<Dataset> {
    datasets(client).await.manifest.unwrap().files
}

/// A file from its first byte to its last.
async fn download(client: &mut Client, sha256: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let offset = bytes.len() as i64;
        let request = ReadDatasetRequest { sha256: sha256.to_owned(), offset };
        let part = client.read_dataset(request).await.unwrap().into_inner();
        if part.bytes.is_empty() {
            assert_eq!(part.size, offset);
            return bytes;
        }
        bytes.extend(part.bytes);
    }
}

fn named<'a>(files: &'a [Dataset], name: &str) -> &'a Dataset {
    files.iter().find(|file| file.file == name).unwrap_or_else(|| panic!("no {name}: {files:?}"))
}

#[tokio::test]
async fn everything_that_was_loaded_is_in_a_file_that_its_hash_and_the_signature_prove() {
    let world = World::start().await;
    world
        .load("asset,coin,71,2026-01-01,1\nasset,coin,71,2026-01-02,2\nasset,bond,71,2026-01-01,7")
        .await;
    world.clock.advance(Duration::from_hours(1));
    world.load("asset,coin,71,2026-01-02,9").await;
    let mut client = world.serve().await;
    assert!(datasets(&mut client).await.manifest.is_none(), "nothing is written yet");
    let key = Secret::new("07".repeat(32));
    datasets::build(&world.context(), Some(&key)).await.unwrap();

    let answer = datasets(&mut client).await;
    let public = answer.public_key.lines().nth(1).unwrap();
    let decode = |text: &str| {
        use base64::Engine as _;
        base64::engine::general_purpose::STANDARD.decode(text).unwrap()
    };
    let (public, signature) = (decode(public), decode(&answer.signature));
    let verifies = |text: &str| {
        UnparsedPublicKey::new(&ED25519, &public[12..]).verify(text.as_bytes(), &signature).is_ok()
    };
    assert!(verifies(&answer.text));
    assert!(!verifies(&answer.text.replace("CC0", "CC1")));

    let files = answer.manifest.unwrap().files;
    for file in &files {
        let signature = decode(file.signature.as_deref().unwrap());
        let key = UnparsedPublicKey::new(&ED25519, &public[12..]);
        let proves = |line: String| key.verify(line.as_bytes(), &signature).is_ok();
        assert!(proves(format!("{}  {}\n", file.sha256, file.file)), "{file:?}");
        assert!(!proves(format!("{}  other.parquet\n", file.sha256)));
    }
    let values = named(&files, "observations-asset.parquet");
    assert_eq!((values.rows, values.licences.clone()), (3, vec!["CC0-1.0".to_owned()]));
    let bytes = download(&mut client, &values.sha256).await;
    assert_eq!(bytes.len() as i64, values.bytes);
    assert_eq!(hex::encode(Sha256::digest(&bytes)), values.sha256);
    let names: Vec<&str> = values.columns.iter().map(|column| column.name.as_str()).collect();
    let reader = SerializedFileReader::new(Bytes::from(bytes)).unwrap();
    let rows: Vec<Vec<(String, Field)>> =
        reader.get_row_iter(None).unwrap().map(|row| row.unwrap().into_columns()).collect();
    assert!(rows.iter().all(|row| row.iter().map(|(name, _)| name).eq(&names)));
    let value = |row: &[(String, Field)]| {
        row.iter().find(|(name, _)| name == "value").map(|(_, value)| value.clone()).unwrap()
    };
    let values: Vec<Field> = rows.iter().map(|row| value(row)).collect();
    let mut expected = [1.0, 9.0, 7.0].map(Field::Double).to_vec();
    if values[0] == Field::Double(7.0) {
        expected.rotate_right(1);
    }
    assert_eq!(values, expected, "of each day the newest");

    for (name, lines) in [("observations-asset.csv.gz", 5), ("series.csv.gz", 4)] {
        let file = named(&files, name);
        let packed = download(&mut client, &file.sha256).await;
        let mut plain = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut plain).unwrap();
        assert_eq!(plain.lines().count(), lines);
        assert!(plain.ends_with("# Licence: CC0-1.0 (import)\r\n"), "{plain}");
        assert_eq!(file.licences, ["CC0-1.0"]);
    }
    assert_eq!(named(&files, "loads.parquet").rows, 2);
    assert_eq!(named(&files, "series.csv.gz").rows, 2);
    assert!(files.iter().all(|file| !file.is_sample), "there is no sample without samples");
}

#[tokio::test]
async fn transfers_and_holders_are_in_files_with_their_loads() {
    let world = World::start().await;
    let load = world.load("token,coin-one,71,2026-01-01,1").await.load_id;
    for statement in [
        "INSERT INTO transfers (token_id, load_id, happened_at, block_number, transaction_hash, log_index, kind,
             to_address, amount_raw, amount)
         SELECT u.id, l.id, '2026-01-01 08:00Z', 7, '0x' || n, 0, 'mint', '0xb', 2500000, 2.5
         FROM subjects u, loads l, generate_series(1, 5001) n WHERE u.kind = 'token' RETURNING transaction_hash",
        "INSERT INTO holders (token_id, date, rank, load_id, address, is_issuer, balance_raw, balance, share, address_kind)
         SELECT u.id, '2026-01-01', 1, l.id, '0xb', false, 2500000, 2.5, 1, 'escrow'
         FROM subjects u, loads l WHERE u.kind = 'token' RETURNING address",
    ] {
        world.texts(statement).await;
    }
    let mut client = world.serve().await;
    datasets::build(&world.context(), None).await.unwrap();
    let files = files(&mut client).await;
    for (name, rows, field, value) in [
        ("transfers", 5_001, "transaction_hash", "0x1"),
        ("holders", 1, "balance_raw", "2500000"),
        ("holders", 1, "address_kind", "escrow"),
    ] {
        for format in ["parquet", "csv.gz", "ndjson.gz"] {
            let file = named(&files, &format!("{name}.{format}"));
            assert_eq!((file.format.as_str(), file.rows), (format, rows), "{name}");
            assert_eq!(file.licences, ["CC0-1.0"]);
        }
        let file = named(&files, &format!("{name}.ndjson.gz"));
        let packed = download(&mut client, &file.sha256).await;
        let mut plain = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut plain).unwrap();
        assert_eq!(plain.lines().count() as i64, rows + 1, "and a line about the file");
        let first: serde_json::Value = serde_json::from_str(plain.lines().next().unwrap()).unwrap();
        let columns = file.columns.iter().map(|column| column.name.as_str());
        assert!(columns.eq(first.as_object().unwrap().keys().map(String::as_str)), "{first}");
        assert_eq!((&first[field], &first["token_slug"]), (&value.into(), &"coin-one".into()));
        assert_eq!((&first["licence"], &first["load_id"]), (&"CC0-1.0".into(), &load.into()));
        assert_eq!(first["is_sample"], false);
    }
}

#[tokio::test]
async fn subjects_are_in_a_file_with_their_dimensions() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-01-01,1\ntoken,coin-one,71,2026-01-01,1").await;
    world.load_as("later.csv", "asset,made-up,71,2026-01-01,1").await;
    for statement in [
        "UPDATE subjects SET name = 'Coin', asset_class_slug = 'stablecoins', issuer_slug = 'mint', platform_slug = 'works',
             country_code = 'LU', source = 'mint.example', licence = 'facts' WHERE slug = 'coin' RETURNING slug",
        "UPDATE subjects SET asset_slug = 'coin', network_slug = 'one', platform_slug = 'house',
             tokenization_type = 'distributed' WHERE slug = 'coin-one' RETURNING slug",
        "UPDATE subjects SET is_sample = true WHERE slug = 'made-up' RETURNING slug",
    ] {
        world.texts(statement).await;
    }
    let mut client = world.serve().await;
    datasets::build(&world.context(), None).await.unwrap();
    let files = files(&mut client).await;
    let lines = async |client: &mut Client, name: &str| -> Vec<serde_json::Value> {
        let packed = download(client, &named(&files, name).sha256).await;
        let mut plain = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut plain).unwrap();
        plain.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let subjects = lines(&mut client, "subjects.ndjson.gz").await;
    let columns = &named(&files, "subjects.parquet").columns;
    let columns = columns.iter().map(|column| column.name.as_str());
    assert!(
        columns.eq(subjects[0].as_object().unwrap().keys().map(String::as_str)),
        "{}",
        subjects[0]
    );
    let row = |row: &serde_json::Value| {
        row.as_object().unwrap().values().cloned().collect::<serde_json::Value>().to_string()
    };
    assert_eq!(
        row(&subjects[0]),
        r#"["asset","coin","Coin","stablecoins","mint",null,"works","LU",null,null,null,"mint.example","facts",false]"#
    );
    assert_eq!(
        row(&subjects[1]),
        r#"["token","coin-one","coin-one","stablecoins","mint",null,"house","LU","coin","one","distributed",null,null,false]"#,
        "what it does not say itself its asset says"
    );
    assert_eq!(named(&files, "subjects.parquet").rows, 2);
    assert_eq!(named(&files, "subjects.parquet").licences, ["facts"]);
    let sample = lines(&mut client, "subjects-sample.ndjson.gz").await;
    assert_eq!(
        (&sample[0]["subject_slug"], &sample[0]["is_sample"]),
        (&"made-up".into(), &true.into())
    );
}

#[tokio::test]
async fn values_are_in_files_with_whether_they_are_partial_or_averages() {
    let world = World::start().await;
    let today = world.clock.now().date().to_string();
    let values = format!(
        "asset,coin,71,2026-01-01,1\nasset,coin,71,2026-01-02,-3\nasset,coin,71,{today},2\n\
         asset,bond,71,2026-01-31,7"
    );
    world.load(&values).await;
    world
        .texts(
            "UPDATE series AS s SET is_monthly_average = true FROM subjects AS u
             WHERE u.id = s.subject_id AND u.slug = 'bond' RETURNING u.slug",
        )
        .await;
    let mut client = world.serve().await;
    datasets::build(&world.context(), None).await.unwrap();
    let files = files(&mut client).await;
    let packed = download(&mut client, &named(&files, "observations-asset.ndjson.gz").sha256).await;
    let mut plain = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut plain).unwrap();
    let rows: Vec<serde_json::Value> =
        plain.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let marks = |slug: &str, date: &str| {
        let is_of = |row: &&serde_json::Value| row["subject_slug"] == slug && row["date"] == date;
        let row = rows.iter().find(is_of).unwrap();
        (row["is_partial"].as_bool(), row["is_average"].as_bool())
    };
    assert_eq!(marks("coin", "2026-01-01"), (Some(false), Some(false)));
    assert_eq!(marks("coin", "2026-01-02"), (None, None), "a withheld value");
    assert_eq!(marks("coin", &today), (Some(true), Some(false)), "a day that is not over");
    assert_eq!(marks("bond", "2026-01-31"), (Some(false), Some(true)));
}

#[tokio::test]
async fn unchanged_files_stay_and_old_ones_are_deleted() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-01-01,1").await;
    let mut client = world.serve().await;
    let ctx = world.context();
    datasets::build(&ctx, None).await.unwrap();
    let first = files(&mut client).await;
    let key = datasets(&mut client).await.public_key;
    world.load_as("later.csv", "network,chain,71,2026-01-01,1").await;
    world.clock.advance(Duration::from_hours(1));
    datasets::build(&ctx, None).await.unwrap();
    let second = files(&mut client).await;
    let name = "observations-asset.parquet";
    assert_eq!(named(&first, name), named(&second, name), "not written again");
    assert_eq!(named(&second, "observations-network.parquet").rows, 1);
    assert_eq!(datasets(&mut client).await.public_key, key, "the key is kept");

    let old = named(&first, "loads.parquet").sha256.clone();
    assert!(!download(&mut client, &old).await.is_empty(), "a download may still be under way");
    world.load_as("wide.csv", "asset,coin,71,2026-01-03,1").await;
    datasets::build(&ctx, None).await.unwrap();
    let gone = client.read_dataset(ReadDatasetRequest { sha256: old, offset: 0 }).await;
    assert_eq!(gone.unwrap_err().code(), tonic::Code::NotFound);
    let count = world.texts("SELECT count(*)::text FROM dataset_files WHERE sha256 IS NULL").await;
    assert_eq!(count, ["0"]);
}

#[tokio::test]
async fn a_replica_leaves_the_work_to_the_one_that_is_at_it() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-01-01,1").await;
    let mut client = world.serve().await;
    world
        .texts(
            "INSERT INTO lease (name, holder, epoch, expires_at)
             VALUES ('datasets', gen_random_uuid(), 1, 'infinity') RETURNING name",
        )
        .await;
    datasets::build(&world.context(), None).await.unwrap();
    assert!(datasets(&mut client).await.manifest.is_none());
}

#[test]
fn every_yield_has_a_convention_and_every_convention_is_of_measures() {
    let yields = measures::all().iter().chain(measures::derived()).filter(|one| one.is_yield());
    for measure in yields {
        assert!(sheet::yield_convention(&measure.slug).is_some(), "{}", measure.slug);
    }
    let declared = include_str!("../../../proto/declared/yield_conventions.json");
    let declared: BTreeMap<String, serde_json::Value> = serde_json::from_str(declared).unwrap();
    for slug in declared.values().flat_map(|one| one["measures"].as_array().unwrap()) {
        let found = measures::by_name(slug.as_str().unwrap());
        assert_eq!(found.map(|measure| measure.slug.as_str()), slug.as_str());
    }
}

#[tokio::test]
async fn yields_are_in_files_with_their_convention() {
    let world = World::start().await;
    world.load("asset,bond,yield_to_maturity,2026-01-01,0.04\nasset,bond,71,2026-01-01,7").await;
    let mut client = world.serve().await;
    datasets::build(&world.context(), None).await.unwrap();
    let files = files(&mut client).await;
    for name in ["series.ndjson.gz", "observations-asset.ndjson.gz"] {
        let packed = download(&mut client, &named(&files, name).sha256).await;
        let mut plain = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut plain).unwrap();
        let rows = plain.lines().map(|line| serde_json::from_str(line).unwrap());
        let rows: Vec<serde_json::Value> = rows.collect();
        let convention = |measure: &str| {
            let row = rows.iter().find(|row| row["measure_slug"] == measure).unwrap();
            row["convention"].as_str()
        };
        let of_yield = convention("yield_to_maturity");
        assert!(of_yield.is_some_and(|text| text.starts_with("per year")), "{plain}");
        assert_eq!(convention("bridged_token_value_dollar"), None);
    }
}
