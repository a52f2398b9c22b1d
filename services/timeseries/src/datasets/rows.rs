//! The rows of the datasets, read from the database.

use std::collections::{BTreeMap, HashMap};

use engine::{Day, day, end_of, measures};
use kit::clock;
use kit::db::{Db, DbError};
use proto::codec::Text as _;
use proto::timeseries::v1::Load;
use sheet::{Cell, yield_convention};
use sqlx::FromRow;
use time::{Date, OffsetDateTime};

use crate::loads::LoadRow;
use crate::snapshot;
use engine::Subject;

/// A subject of numbers, and its source.
pub struct SubjectWithSource {
    subject: Subject,
    source: Option<String>,
    pub licence: Option<String>,
}

/// A series.
#[derive(FromRow)]
pub struct Line {
    pub id: i64,
    subject_kind: String,
    subject_slug: String,
    subject_name: String,
    network_slug: String,
    measure_slug: String,
    unit: String,
    source: String,
    carry_days: i32,
    is_monthly_average: bool,
    is_sample: bool,
    /// The licences of all loads that its values came with.
    pub licences: Vec<String>,
}

/// The newest value of a day.
#[derive(FromRow)]
pub struct Observation {
    pub series_id: i64,
    date: Date,
    value: Option<f64>,
    reason: Option<String>,
    known_at: OffsetDateTime,
    pub load_id: i64,
}

/// All subjects of numbers, by kind and slug.
pub async fn subjects(db: &Db, is_sample: bool) -> Result<Vec<SubjectWithSource>, DbError> {
    type Origin = (i64, Option<String>, Option<String>);
    let mut conn = db.conn().await?;
    let mut subjects = snapshot::subjects(&mut conn).await?;
    let origins: Vec<Origin> =
        sqlx::query_as("SELECT id, source, licence FROM subjects").fetch_all(&mut *conn).await?;
    let mut origins: HashMap<i64, _> =
        origins.into_iter().map(|(id, source, licence)| (id, (source, licence))).collect();
    subjects.retain(|subject| subject.is_sample == is_sample);
    subjects.sort_by(|one, other| (one.kind, &one.slug).cmp(&(other.kind, &other.slug)));
    let subjects = subjects.into_iter().map(|subject| {
        let (source, licence) = origins.remove(&subject.id).unwrap_or_default();
        SubjectWithSource { subject, source, licence }
    });
    Ok(subjects.collect())
}

/// The series of a kind of subjects, or of all, with their values up to a load, as far as their licences allow files for
/// everybody.
pub async fn lines(
    db: &Db,
    kind: Option<&str>,
    is_sample: bool,
    to: i64,
) -> Result<Vec<Line>, DbError> {
    let mut conn = db.conn().await?;
    Ok(sqlx::query_as(
        "SELECT s.id, u.kind AS subject_kind, u.slug AS subject_slug, u.name AS subject_name, s.network_slug,
             s.measure_slug, m.unit, s.source, s.carry_days, s.is_monthly_average, u.is_sample,
             ARRAY(SELECT DISTINCT l.licence FROM series_loads AS o JOIN loads AS l ON l.id = o.load_id
                   WHERE o.series_id = s.id AND o.load_id <= $3 ORDER BY 1) AS licences
         FROM series AS s JOIN subjects AS u ON u.id = s.subject_id AND u.deleted_at IS NULL
         JOIN measures AS m ON m.slug = s.measure_slug
         WHERE ($1::text IS NULL OR u.kind = $1) AND u.is_sample = $2
             AND s.visible_to = 'everybody' AND s.is_redistributable
         ORDER BY s.id",
    )
    .bind(kind)
    .bind(is_sample)
    .bind(to)
    .fetch_all(&mut *conn)
    .await?)
}

/// Every load up to one that may be part of files for everybody, by its number.
pub async fn loads(db: &Db, to: i64) -> Result<BTreeMap<i64, Load>, DbError> {
    let mut conn = db.conn().await?;
    let rows: Vec<LoadRow> = sqlx::query_as(
        "SELECT * FROM loads WHERE id <= $1 AND visible_to = 'everybody' AND is_redistributable ORDER BY id",
    )
    .bind(to)
        .fetch_all(&mut *conn)
        .await?;
    Ok(rows.into_iter().map(LoadRow::load).map(|load| (load.id, load)).collect())
}

/// The newest values of series up to a load, by series and day.
pub async fn observations(db: &Db, lines: &[Line], to: i64) -> Result<Vec<Observation>, DbError> {
    let ids: Vec<i64> = lines.iter().map(|line| line.id).collect();
    let mut conn = db.conn().await?;
    Ok(sqlx::query_as(
        "SELECT DISTINCT ON (series_id, date) series_id, date, value, reason, known_at, load_id
         FROM observations WHERE series_id = ANY($1) AND load_id <= $2
         ORDER BY series_id, date, known_at DESC",
    )
    .bind(ids)
    .bind(to)
    .fetch_all(&mut *conn)
    .await?)
}

/// The number of values of series, restated ones included, counted up to a limit.
pub async fn count(db: &Db, lines: &[Line], most: i64) -> Result<i64, DbError> {
    let ids: Vec<i64> = lines.iter().map(|line| line.id).collect();
    let statement =
        "SELECT count(*) FROM (SELECT FROM observations WHERE series_id = ANY($1) LIMIT $2) AS few";
    let count = sqlx::query_scalar(statement).bind(ids).bind(most);
    Ok(count.fetch_one(&mut *db.conn().await?).await?)
}

impl SubjectWithSource {
    /// Its row in a file.
    pub fn cells(self) -> Vec<Cell> {
        let Self { subject, source, licence } = self;
        vec![
            Cell::text(Some(subject.kind.text())),
            Cell::Text(subject.slug),
            Cell::Text(subject.name),
            Cell::text(subject.asset_class),
            Cell::text(subject.issuer),
            Cell::text(subject.manager),
            Cell::text(subject.platform),
            Cell::text(subject.country),
            Cell::text(subject.asset),
            Cell::text(subject.network),
            Cell::text(subject.tokenization_type),
            Cell::text(source),
            Cell::text(licence),
            Cell::Truth(subject.is_sample),
        ]
    }
}

impl Line {
    fn subject(&self) -> Vec<Cell> {
        vec![
            Cell::Integer(self.id),
            Cell::text(Some(&self.subject_kind)),
            Cell::text(Some(&self.subject_slug)),
            Cell::text(Some(&self.subject_name)),
            Cell::text(Some(&self.network_slug).filter(|slug| !slug.is_empty())),
            Cell::text(Some(&self.measure_slug)),
            Cell::text(Some(&self.unit)),
            Cell::text(yield_convention(&self.measure_slug)),
            Cell::text(Some(&self.source)),
        ]
    }

    /// The last day of the day, week or month of a value.
    fn end_of(&self, date: Day) -> Day {
        let measure = measures::observed(&self.measure_slug);
        measure.map_or(date, |measure| end_of(measure.native_interval(), date))
    }

    /// Its row in a file.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = self.subject();
        cells.extend([
            Cell::Integer(self.carry_days.into()),
            Cell::Truth(self.is_monthly_average),
            Cell::text((!self.licences.is_empty()).then(|| self.licences.join("; "))),
            Cell::Truth(self.is_sample),
        ]);
        cells
    }
}

impl Observation {
    /// The row of a value. It is partial while its day, week or month is not over.
    pub fn cells(self, line: &Line, licence: Option<&String>, today: Day) -> Vec<Cell> {
        let value = self.value.filter(|_| self.reason.is_none());
        let date = day::from_date(self.date);
        let mark = |is_so: bool| value.map_or(Cell::Nothing, |_| Cell::Truth(is_so));
        let mut cells = line.subject();
        cells.extend([
            Cell::Text(day::text(date)),
            value.map_or(Cell::Nothing, Cell::number),
            Cell::text(self.reason),
            mark(line.end_of(date) >= today),
            mark(line.is_monthly_average),
            Cell::Integer(clock::milliseconds(self.known_at)),
            Cell::Integer(self.load_id),
            Cell::text(licence),
            Cell::Truth(line.is_sample),
        ]);
        cells
    }
}

pub fn load_cells(load: Load) -> Vec<Cell> {
    vec![
        Cell::Integer(load.id),
        Cell::Text(load.file),
        Cell::Text(load.source),
        Cell::Text(load.licence),
        Cell::text(load.attribution),
        Cell::Text(load.retrieved_on),
        Cell::Text(load.hash),
        Cell::Text(load.method_version),
        Cell::text(load.transformation),
        Cell::Integer(load.known_at),
        Cell::Integer(load.accepted),
        Cell::Integer(load.withheld),
        Cell::Integer(load.restated),
        Cell::Truth(load.is_sample),
    ]
}
