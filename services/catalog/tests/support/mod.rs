//! The service as a process would run it, on a database and a bus of the test's own.

pub mod desk;

use std::net::SocketAddr;

use catalog::MIGRATOR;
use catalog::context::Context;
use catalog::import::{self, File, Prune, Report};
use catalog::memory::Records;
use kit::clock::Clock;
use kit::db::{Db, DbConfig};
use kit::error::Problem;
use kit::grpc::Channel;
use kit::run::App;
use kit::testing::{self, TestDb};
use proto::catalog::v1::catalog_client::CatalogClient;
use proto::catalog::v1::{GetRecordRequest, GetRequest, ListRowsRequest};
use proto::query::v1::Query;
use serde::de::DeserializeOwned;
use time::OffsetDateTime;

/// Two networks, a class, an issuer, an asset and a token.
pub const SMALL: &[(&str, &str)] = &[
    ("manifest.json", MANIFEST),
    (
        "networks.csv",
        "slug,name,chain_identifier,is_evm,evm_chain_id,alias_of\n\
         old-one,One,old one,true,1,one\none,One,one,true,1,\ntwo,Two,two,false,,\n",
    ),
    (
        "asset_classes.csv",
        "id,slug,name,key,description,is_screen_inferred\n\
         28,stablecoins,Stablecoins,Stablecoin,Coins.,false\n",
    ),
    ("issuers.csv", "slug,name\nacme,Acme\n"),
    (
        "assets.csv",
        "slug,name,symbol,asset_class_slug,issuer_slug,status,management_fee_bps\n\
         coin,Coin,CO,stablecoins,acme,active,25\nárbol,x,,stablecoins,,active,\n",
    ),
    (
        "tokens.csv",
        "slug,name,asset_slug,network_slug,address,decimals,token_type,tokenization_type\n\
         one:0xab,Coin,coin,one,0xab,6,fungible,distributed\n",
    ),
];

pub const MANIFEST: &str = r#"{"files": {
    "networks.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "asset_classes.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "issuers.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "platforms.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "assets.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "tokens.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "loans.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "list.json": {"licence": "CC0-1.0", "retrieved_on": "2026-01-02"}
}}"#;

/// A page of records, read from the JSON that browsers get.
pub async fn listed<L: DeserializeOwned>(
    client: &mut CatalogClient<Channel>,
    resource: &str,
    query: Query,
) -> Result<L, Problem> {
    let request = ListRowsRequest { resource: resource.to_owned(), query: Some(query) };
    let rows = client.list_rows(request).await?.into_inner();
    Ok(serde_json::from_slice(&rows.json).expect("rows have the form of the list message"))
}

/// The record of a slug, read from the JSON that browsers get.
pub async fn record<M: DeserializeOwned>(
    client: &mut CatalogClient<Channel>,
    resource: &str,
    slug: &str,
) -> Result<M, Problem> {
    let record = Some(GetRequest { slug: Some(slug.to_owned()), id: None });
    let request = GetRecordRequest { resource: resource.to_owned(), record };
    let record = client.get_record(request).await?.into_inner();
    Ok(serde_json::from_slice(&record.json).expect("the record has the form of its message"))
}

/// Loads the sample universe, as its program sends it.
pub async fn load_samples(db: &Db, now: OffsetDateTime) -> Report {
    let files = sample::files::records().into_iter();
    let files = files.map(|file| File { name: file.name, bytes: file.bytes }).collect();
    import::import(db, files, Prune::Keep, now).await.unwrap()
}

/// A database with the tables of the catalog.
pub struct World {
    pub app: App,
    pub test_db: TestDb,
    pub clock: Clock,
}

impl World {
    pub async fn start() -> Self {
        let (app, clock) = (testing::app(), Clock::system());
        Self { app, test_db: testing::database(&MIGRATOR).await, clock }
    }

    /// The small world with one correct asset.
    pub async fn small() -> Self {
        let world = Self::start().await;
        let report = world.import(&small()).await;
        assert!(!report.is_refused(), "{report}");
        world
    }

    /// A client of the running service.
    pub async fn serve(&self) -> CatalogClient<Channel> {
        let db = Db::connect(&self.app, &catalog::DATABASE.configured(self.test_db.config()));
        self.serve_from(Context { db, records: Records::new(0), clock: self.clock.clone() }).await
    }

    /// The same with records in memory, from a database at this address.
    pub async fn replica(&self, url: &str) -> (CatalogClient<Channel>, Records) {
        let config = catalog::DATABASE.configured(DbConfig::from_url(url).unwrap());
        let db = Db::connect_optional(&self.app, &config);
        let records = Records::new(64 << 20);
        records.start(&self.app, &db);
        let ctx = Context { db, records: records.clone(), clock: self.clock.clone() };
        let client = self.serve_from(ctx).await;
        testing::eventually("everything is read", || async { records.are_complete() }).await;
        (client, records)
    }

    async fn serve_from(&self, ctx: Context) -> CatalogClient<Channel> {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let address = kit::grpc::serve(&self.app, any, catalog::routes(ctx)).await.unwrap();
        let url = format!("http://{address}");
        CatalogClient::new(kit::grpc::connect(&self.app, "CATALOG_URL", &url).await.unwrap())
            .max_decoding_message_size(32 << 20)
    }

    /// Imports files given by name and text.
    pub async fn import(&self, files: &[(&str, &str)]) -> Report {
        self.import_with(files, Prune::Keep).await
    }

    pub async fn import_with(&self, files: &[(&str, &str)], prune: Prune) -> Report {
        let file = |(name, text): &(&str, &str)| File {
            name: (*name).to_owned(),
            bytes: text.as_bytes().to_vec(),
        };
        let files = files.iter().map(file).collect();
        import::import(&self.test_db.db, files, prune, self.clock.now()).await.unwrap()
    }

    /// Imports one more file beside the manifest.
    pub async fn add(&self, name: &str, text: &str) -> Report {
        self.import(&[("manifest.json", MANIFEST), (name, text)]).await
    }

    /// The first column of every row, as text.
    pub async fn texts(&self, statement: &'static str) -> Vec<String> {
        let mut conn = self.test_db.db.conn().await.unwrap();
        sqlx::query_scalar(statement).fetch_all(&mut *conn).await.unwrap()
    }

    /// Types of the events that wait in the outbox, with their numbers.
    pub async fn queued_events(&self) -> Vec<String> {
        self.texts(
            "SELECT replace(replace(subject, 'evt.catalog.', ''), '.v1', '') || ' ' || count(*)
             FROM outbox GROUP BY subject ORDER BY subject",
        )
        .await
    }

    pub async fn forget_events(&self) {
        let mut conn = self.test_db.db.conn().await.unwrap();
        sqlx::query("DELETE FROM outbox").execute(&mut *conn).await.unwrap();
    }
}

/// The small world without its broken line.
pub fn small() -> Vec<(&'static str, &'static str)> {
    SMALL
        .iter()
        .map(|(name, text)| match *name {
            "assets.csv" => (*name, text.split("árbol").next().unwrap_or_default()),
            _ => (*name, *text),
        })
        .collect()
}
