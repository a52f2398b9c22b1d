//! Exports what the service keeps about a person.

use std::sync::Arc;

use kit::peers::Person;
use proto::codec::Text as _;
use proto::personal_data::v1::Section;
use proto::profiles::v1::{ExportPersonRequest, ExportPersonResponse};
use serde_json::json;

use super::user_id;
use crate::context::Context;
use crate::error::ProfilesError;

const COLUMNS: [&str; 5] = [
    "occupation",
    "acquisition_channel",
    "asset_class_interests",
    "should_receive_marketing",
    "dark_mode",
];

/// The profile and the preferences of the caller as one row.
pub async fn export(
    ctx: &Context,
    person: Arc<Person>,
    _: ExportPersonRequest,
) -> Result<ExportPersonResponse, ProfilesError> {
    let user = user_id::parse(&person.user_id)?;
    let row = ctx.profiles.get(user).await?.unwrap_or_default();
    let profile = row.profile();
    let interests: Vec<&str> = profile.asset_class_interests().map(|one| one.text()).collect();
    let rows = json!([{
        "occupation": profile.occupation().text(),
        "acquisition_channel": profile.acquisition_channel().text(),
        "asset_class_interests": interests,
        "should_receive_marketing": profile.should_receive_marketing,
        "dark_mode": row.dark_mode,
    }]);
    let section = Section {
        name: "profile".to_owned(),
        columns: COLUMNS.map(str::to_owned).to_vec(),
        rows_json: rows.to_string(),
    };
    Ok(ExportPersonResponse { sections: vec![section] })
}
