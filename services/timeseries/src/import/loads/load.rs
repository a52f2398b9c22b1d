//! Loads one file: as a whole, or not at all.

use engine::day;
use kit::clock::Clock;
use kit::db::Db;
use kit::failpoint;

use super::job::Job;
use super::known_file::{hash, is_known};
use super::lock::begin;
use super::{checked_values, ledger_file, recorded_values};
use crate::import::files::point::Bounds;
use crate::import::files::source::Input;
use crate::import::ledger::{Holding, Transfer};
use crate::import::manifests::manifest::{Contents, Manifest, Mode};
use crate::import::report::Outcome;
use crate::import::store::announce::announce;
use crate::import::store::known_subjects::Subjects;
use crate::import::store::provenance::method_version;
use crate::import::store::terms;

pub async fn load(
    db: &Db,
    manifest: &Manifest,
    file: &Input,
    subjects: Subjects,
    clock: &Clock,
) -> anyhow::Result<Outcome> {
    let origin = manifest.origin(&file.name)?;
    let columns = manifest.columns(&file.name);
    let hash = hash(file, origin, columns)?;
    let mut tx = begin(db).await?;
    if is_known(&mut tx, &file.name, &hash, method_version(origin)).await? {
        return Ok(Outcome::Known);
    }
    let job = Job { file, origin, columns, is_sample: manifest.is_sample, subjects, hash };
    let now = clock.now();
    let bounds = Bounds { last_day: day::at(now), now };
    let written = match (origin.contents, origin.mode) {
        (Contents::Values, Mode::Checked) => {
            checked_values::load(&mut tx, &job, clock, bounds).await?
        }
        (Contents::Values, Mode::AsRecorded) => {
            recorded_values::load(&mut tx, &job, bounds).await?
        }
        (Contents::Transfers, _) => {
            ledger_file::rows::<Transfer>(&mut tx, &job, clock, bounds).await?
        }
        (Contents::Holders, _) => {
            ledger_file::rows::<Holding>(&mut tx, &job, clock, bounds).await?
        }
    };
    let (loaded, changed, restated) = match written {
        Ok(written) => written,
        Err(rejections) => return Ok(Outcome::Refused(rejections)),
    };
    terms::apply(&mut tx, loaded.load_id, origin.terms()).await?;
    failpoint::reach("import.written");
    announce(&mut tx, &file.name, manifest.is_sample, &loaded, (&changed, &restated)).await?;
    failpoint::reach("import.announced");
    tx.commit().await?;
    failpoint::reach("import.committed");
    Ok(Outcome::Loaded(loaded))
}
