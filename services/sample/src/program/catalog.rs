//! The records of the universe, sent to catalog.

use anyhow::ensure;
use engine::day::Day;
use kit::grpc::Channel;
use proto::catalog::v1::catalog_import_client::CatalogImportClient;
use proto::catalog::v1::{
    AddImportPartRequest, BeginImportRequest, GetImportRequest, Import, ImportState,
    RemoveSamplesRequest, RunImportRequest,
};

use super::{answered, call, once_ended, send};
use crate::files;

type Client = CatalogImportClient<Channel>;

/// Loads all records as they are on a day; what is known already stays as it is.
pub async fn load(channel: Channel, last: Day) -> anyhow::Result<()> {
    let client = CatalogImportClient::new(channel);
    let files = tokio::task::spawn_blocking(move || files::records_on(last)).await?;
    let import_id = begin(&client).await?;
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
    let import = ended(&client, started.await?).await?;
    ensure!(!import.is_refused, "records were refused:\n{}", import.text);
    let (added, changed, removed) =
        (import.added_count, import.changed_count, import.removed_count);
    tracing::info!(added, changed, removed, "the records of the sample universe are loaded");
    Ok(())
}

pub async fn remove(channel: Channel) -> anyhow::Result<()> {
    let client = CatalogImportClient::new(channel);
    let import = answered(|| {
        let mut client = client.clone();
        async move { client.remove_samples(call(RemoveSamplesRequest {})).await }
    })
    .await?;
    let import = ended(&client, import).await?;
    tracing::info!(removed = import.removed_count, "the records of the sample universe are gone");
    Ok(())
}

async fn begin(client: &Client) -> anyhow::Result<i64> {
    let begun = answered(|| {
        let mut client = client.clone();
        async move { client.begin_import(call(BeginImportRequest {})).await }
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
