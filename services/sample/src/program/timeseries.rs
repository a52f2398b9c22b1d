//! The numbers of the universe, sent to timeseries part by part: a part is made while the one before it is loaded.

use std::collections::BTreeMap;

use anyhow::ensure;
use engine::day::{self, Day};
use kit::grpc::Channel;
use proto::timeseries::v1::timeseries_import_client::TimeseriesImportClient;
use proto::timeseries::v1::{
    AddImportPartRequest, BeginImportRequest, GetImportRequest, Import, ImportOutcome, ImportState,
    ListLoadedFilesRequest, RemoveSamplesRequest, RunImportRequest,
};
use tokio::sync::mpsc;

use super::{answered, call, once_ended, send};
use crate::files::{self, Contents, File};
use crate::numbers::{Generator, METHOD, Span};
use crate::tables::tables_of_ledgers;

type Client = TimeseriesImportClient<Channel>;

/// Brings the numbers of the first assets, or of all, up to a day.
pub async fn load(channel: Channel, assets: usize, last: Day) -> anyhow::Result<()> {
    let client = TimeseriesImportClient::new(channel);
    let generator =
        tokio::task::spawn_blocking(move || Generator::new(&tables_of_ledgers(), assets)).await?;
    let known = known(&client, &generator).await?;
    // While a part is loaded the next one is made, and one more waits.
    let (sender, mut parts) = mpsc::channel(1);
    let made = tokio::task::spawn_blocking(move || {
        for part in 0..generator.part_count() {
            for (after, wanted) in files::missing(part, last, |name| known.get(name).copied()) {
                let made = files::numbers(&generator, part, Span { after, last }, &wanted);
                let is_made = made.is_ok();
                if sender.blocking_send(made).is_err() || !is_made {
                    return;
                }
            }
        }
    });
    let mut values = 0;
    while let Some(files) = parts.recv().await {
        values += import(&client, files?).await?;
    }
    made.await?;
    tracing::info!(values, "the numbers of the sample universe are loaded");
    Ok(())
}

/// The last day of each file that is loaded. Those of another version of the universe are removed, and everything with
/// them.
async fn known(client: &Client, generator: &Generator) -> anyhow::Result<BTreeMap<String, Day>> {
    let list = || {
        let mut client = client.clone();
        async move { client.list_loaded_files(call(ListLoadedFilesRequest { is_sample: true })).await }
    };
    let loaded = answered(list).await?;
    let parts = 0..generator.part_count();
    let names: Vec<String> = parts
        .flat_map(|part| Contents::of_part(part).map(move |contents| contents.file(part)))
        .collect();
    let mut known = BTreeMap::new();
    for file in loaded.files {
        let is_of_this = file.method_version == METHOD && names.contains(&file.file);
        let Some(last) = day::parse(&file.retrieved_on).filter(|_| is_of_this) else {
            tracing::info!(file = file.file, "another version is there: it is removed");
            remove_all(client).await?;
            return Ok(BTreeMap::new());
        };
        known.insert(file.file, last);
    }
    Ok(known)
}

pub async fn remove(channel: Channel) -> anyhow::Result<()> {
    remove_all(&TimeseriesImportClient::new(channel)).await
}

async fn remove_all(client: &Client) -> anyhow::Result<()> {
    let import = answered(|| {
        let mut client = client.clone();
        async move { client.remove_samples(call(RemoveSamplesRequest {})).await }
    })
    .await?;
    ended(client, import).await?;
    tracing::info!("the numbers of the sample universe are gone");
    Ok(())
}

/// Loads files; answers how many values were accepted.
async fn import(client: &Client, files: Vec<File>) -> anyhow::Result<i64> {
    let names = files::names(&files);
    let import_id = begin(client).await?;
    send(files, |file, place, bytes| {
        let mut client = client.clone();
        let part = AddImportPartRequest { import_id, file, place, bytes };
        async move { client.add_import_part(call(part)).await }
    })
    .await?;
    let started = answered(|| {
        let mut client = client.clone();
        async move { client.run_import(call(RunImportRequest { import_id })).await }
    });
    let import = ended(client, started.await?).await?;
    let is_refused = import.files.iter().any(|file| file.outcome() == ImportOutcome::Refused);
    ensure!(!is_refused, "numbers were refused:\n{}", import.text);
    tracing::info!(files = names, "numbers are loaded");
    Ok(import.files.iter().map(|file| file.accepted).sum())
}

async fn begin(client: &Client) -> anyhow::Result<i64> {
    // The catalog may not have announced its records yet.
    let request = BeginImportRequest { any_subject: true };
    let begun = answered(|| {
        let mut client = client.clone();
        async move { client.begin_import(call(request)).await }
    });
    Ok(begun.await?.import_id)
}

async fn ended(client: &Client, import: Import) -> anyhow::Result<Import> {
    let import_id = import.import_id;
    let get = || {
        let mut client = client.clone();
        async move { client.get_import(call(GetImportRequest { import_id })).await }
    };
    let is_loading = |import: &Import| import.state() == ImportState::Loading;
    let import = once_ended(import, is_loading, get).await?;
    let is_finished = import.state() == ImportState::Finished;
    ensure!(is_finished, "the import ended as {:?}: {}", import.state(), import.text);
    Ok(import)
}
