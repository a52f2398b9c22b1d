//! Loads one file: as a whole, or not at all.

use engine::day;
use kit::clock::Clock;
use kit::db::Db;
use kit::failpoint;

use super::announce::announce;
use super::job::Job;
use super::known_file::{hash, known};
use super::known_subjects::Subjects;
use super::ledger::{Holding, Transfer};
use super::lock::begin;
use super::manifest::{Contents, Manifest, Mode};
use super::point::Bounds;
use super::provenance::method_version;
use super::report::Outcome;
use super::source::Input;
use super::{as_recorded, checked, ledger_file, terms};

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
    if known(&mut tx, &file.name, &hash, method_version(origin)).await? {
        return Ok(Outcome::Known);
    }
    let job = Job { file, origin, columns, is_sample: manifest.is_sample, subjects, hash };
    let now = clock.now();
    let bounds = Bounds { last_day: day::at(now), now };
    let written = match (origin.contents, origin.mode) {
        (Contents::Values, Mode::Checked) => checked::values(&mut tx, &job, clock, bounds).await?,
        (Contents::Values, Mode::AsRecorded) => as_recorded::values(&mut tx, &job, bounds).await?,
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
