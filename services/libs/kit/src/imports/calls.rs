//! The calls of an import, which are the same in every service that has one: each has messages of its own, and defines
//! its load and its removal.

/// Implements the calls of an import over [`Imports`](super::Imports).
///
/// `load` prepares the load of the files of an import: `fn(Imports, i64, BeginImportRequest, BTreeMap<String, Vec<u8>>) ->
/// anyhow::Result<impl Future<Output = Import>>`; `remove` removes the sample universe: `async fn(Imports, i64) -> Import`.
/// Further calls follow as in [`rpcs!`](crate::rpcs).
#[macro_export]
macro_rules! import_calls {
    (
        $service:ident by $server:ident, $error:ty; load: $load:path; remove: $remove:path;
        $($name:ident: $input:ty => $output:ty, $verb:path;)*
    ) => {
        struct Rpc($crate::imports::Imports);

        $crate::rpcs! {
            $service for Rpc, borrowed;
            begin_import: BeginImportRequest => BeginImportResponse, begin;
            add_import_part: AddImportPartRequest => AddImportPartResponse, add;
            run_import: RunImportRequest => Import, run;
            get_import: GetImportRequest => Import, get;
            remove_samples: RemoveSamplesRequest => Import, remove_all;
            $($name: $input => $output, $verb;)*
        }

        /// The calls, to be served beside those that read.
        pub fn service(imports: $crate::imports::Imports) -> $server<impl $service> {
            $server::new(Rpc(imports)).max_decoding_message_size($crate::imports::MESSAGE_BYTES)
        }

        async fn begin(
            imports: &$crate::imports::Imports,
            request: &BeginImportRequest,
        ) -> Result<BeginImportResponse, $error> {
            Ok(BeginImportResponse { import_id: imports.begin(request).await? })
        }

        async fn add(
            imports: &$crate::imports::Imports,
            request: &AddImportPartRequest,
        ) -> Result<AddImportPartResponse, $error> {
            let AddImportPartRequest { import_id, file, place, bytes } = request;
            let part = $crate::imports::Part { import_id: *import_id, file, place: *place, bytes };
            Ok(AddImportPartResponse { size: imports.add(part).await? })
        }

        /// Begins the load; a repeated call does not begin it again.
        async fn run(
            imports: &$crate::imports::Imports,
            request: &RunImportRequest,
        ) -> Result<Import, $error> {
            let import_id = request.import_id;
            let of_load = imports.clone();
            let prepare = |begun, files| $load(of_load, import_id, begun, files);
            imports.run(import_id, prepare).await?;
            get(imports, &GetImportRequest { import_id }).await
        }

        async fn get(
            imports: &$crate::imports::Imports,
            request: &GetImportRequest,
        ) -> Result<Import, $error> {
            let import_id = request.import_id;
            let state = match imports.get::<Import>(import_id).await? {
                $crate::imports::Progress::Ended(import) => return Ok(import),
                $crate::imports::Progress::Receiving => ImportState::Receiving,
                $crate::imports::Progress::Loading => ImportState::Loading,
                $crate::imports::Progress::Failed => ImportState::Failed,
            };
            Ok(Import { import_id, state: state.into(), ..Import::default() })
        }

        async fn remove_all(
            imports: &$crate::imports::Imports,
            _: &RemoveSamplesRequest,
        ) -> Result<Import, $error> {
            let of_removal = imports.clone();
            let import_id = imports.start(|import_id| $remove(of_removal, import_id)).await?;
            get(imports, &GetImportRequest { import_id }).await
        }
    };
}
