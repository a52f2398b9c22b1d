//! Exports the data that the service keeps about a person.

use std::sync::Arc;

use kit::peers::Person;
use proto::codec::Text;
use proto::personal_data::v1::Section;
use proto::profiles::v1::{ExportPersonRequest, ExportPersonResponse};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::user_id;
use crate::context::Context;
use crate::error::ProfilesError;

const COLUMNS: [&str; 8] = [
    "occupation",
    "acquisition_channel",
    "asset_class_interests",
    "should_receive_marketing",
    "dark_mode",
    "onboarded_at",
    "created_at",
    "updated_at",
];

/// The profile and the preferences of the caller as one row; without a row, nothing is kept.
pub async fn export(
    ctx: &Context,
    person: Arc<Person>,
    _: ExportPersonRequest,
) -> Result<ExportPersonResponse, ProfilesError> {
    let user = user_id::parse(&person.user_id)?;
    let dated: Option<String> = sqlx::query_scalar(
        "SELECT row_to_json(dated)::text
         FROM (SELECT onboarded_at, created_at, updated_at FROM profiles WHERE user_id = $1) AS dated",
    )
    .bind(user)
    .fetch_optional(&mut *ctx.db.conn().await?)
    .await?;
    let rows = match dated {
        Some(dated) => vec![row(ctx, user, &dated).await?],
        None => Vec::new(),
    };
    let section = Section {
        name: "profile".to_owned(),
        columns: COLUMNS.map(str::to_owned).to_vec(),
        rows_json: Value::Array(rows).to_string(),
        left_out: 0,
    };
    Ok(ExportPersonResponse { sections: vec![section] })
}

/// The row by the words of its enumerations, with the times of this JSON object.
async fn row(ctx: &Context, user: Uuid, dated: &str) -> Result<Value, ProfilesError> {
    let stored = ctx.profiles.get(user).await?.unwrap_or_default();
    let profile = stored.profile();
    let interests: Vec<&str> = profile.asset_class_interests().map(Text::text).collect();
    let mut row: Map<String, Value> = serde_json::from_str(dated).unwrap_or_default();
    row.insert("occupation".to_owned(), profile.occupation().text().into());
    row.insert("acquisition_channel".to_owned(), profile.acquisition_channel().text().into());
    row.insert("asset_class_interests".to_owned(), json!(interests));
    row.insert("should_receive_marketing".to_owned(), profile.should_receive_marketing.into());
    row.insert("dark_mode".to_owned(), stored.dark_mode.into());
    Ok(Value::Object(row))
}
