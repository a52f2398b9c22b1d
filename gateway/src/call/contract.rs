//! The contract in TypeScript, written from the registry.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use kit::api_key::PATTERN;
use kit::api_key_limits::{
    ENDED_KEY_LISTED, KEY_EXPIRY_NOTICE, LONGEST_KEY_NAME, LONGEST_LIFE_OF_KEY, MOST_KEY_SCOPES,
    UNUSED_KEY_END, UNUSED_KEY_NOTICE, USUAL_LIFE_OF_KEY,
};
use kit::identity_limits::{DOMAIN_CHECK_INTERVAL, MOST_PASSKEYS};
use kit::personal_data::{EXPORT_FILES_KEPT, MOST_DAILY_EXPORTS};
use kit::query_limits::{LARGEST_PAGE, LONGEST_FILTER_TEXT, MOST_FILTER_VALUES, MOST_GROUPS};
use kit::text_lengths::{
    LONGEST_EMAIL, LONGEST_NOTE, LONGEST_PASSKEY_NAME, LONGEST_PLAN_MESSAGE, LONGEST_SLUG,
    LONGEST_TEAM_NAME,
};
use kit::timeseries_limits::{
    MOST_ANSWER_VALUES, MOST_CHART_GROUPS, MOST_TOP_HOLDERS, MOST_WITHHELD_STRETCHES,
};
use proto::access::v1::{
    AccessAuditAction, Action, ConditionVerdict, Dimension, Endpoint, FileFormat, KeyObstacle,
    Obstacle, VisiblePart,
};
use proto::catalog::v1::{LoanSector, Region, Status};
use proto::codec::{Choice, Text};
use proto::events::ANALYTICS;
use proto::identity::v1::{
    AccountState, AuditAction, Feature, MembershipRole, OrganizationScope, PlanType, Role,
    SignInMethod,
};
use proto::profiles::v1::{AcquisitionChannel, AssetClassInterest, Occupation};
use sheet::MOST_TEXT_ROWS;
use ts_rs::Config;

use super::contract_types::Declarations;
use super::limits::{LONGEST_DOWNLOAD, MAX_CALLS};
use super::procedure::{Kind, Procedure};
use super::registry::Registry;
use crate::http_message::size_limits::MAX_TARGET;

const HEAD: &str = "// Generated from the gateway's registry by `make contract`. Do not edit.\n\n";

/// The contract without the words of roles and policies.
pub fn typescript(registry: &Registry) -> String {
    let mut declarations = Declarations::default();
    for procedure in registry.all() {
        (procedure.types.collect)(&mut declarations);
    }
    let mut out = String::from(HEAD);
    for text in declarations.texts.values() {
        out.push_str(text);
        out.push('\n');
    }
    procedures(&mut out, registry, &declarations.config);
    values::<Occupation>(&mut out, "occupations");
    values::<AcquisitionChannel>(&mut out, "acquisitionChannels");
    values::<AssetClassInterest>(&mut out, "assetClassInterests");
    values::<Feature>(&mut out, "features");
    labels::<AccountState>(&mut out, "AccountState");
    labels::<AuditAction>(&mut out, "AuditAction");
    labels::<Feature>(&mut out, "Feature");
    labels::<MembershipRole>(&mut out, "MembershipRole");
    labels::<OrganizationScope>(&mut out, "OrganizationScope");
    labels::<PlanType>(&mut out, "PlanType");
    labels::<Role>(&mut out, "Role");
    labels::<SignInMethod>(&mut out, "SignInMethod");
    meanings::<Status>(&mut out, "Status");
    spellings(&mut out, &[Region::CHOICES, LoanSector::CHOICES]);
    limits(&mut out);
    out
}

/// The words of roles and policies, and the text and limits of API keys, in a file of their own: only the pages of administrators
/// and those of keys load it.
pub fn access_words() -> String {
    let mut out = String::from(HEAD);
    out.push_str("import type {\n");
    for name in [
        "AccessAuditAction",
        "Action",
        "ConditionVerdict",
        "Dimension",
        "Endpoint",
        "FileFormat",
        "KeyObstacle",
        "Obstacle",
        "VisiblePart",
    ] {
        put(&mut out, format_args!("  {name},\n"));
    }
    out.push_str("} from \"./contract\";\n");
    labels::<AccessAuditAction>(&mut out, "AccessAuditAction");
    labels::<Action>(&mut out, "Action");
    labels::<ConditionVerdict>(&mut out, "ConditionVerdict");
    labels::<Dimension>(&mut out, "Dimension");
    labels::<Endpoint>(&mut out, "Endpoint");
    labels::<FileFormat>(&mut out, "FileFormat");
    labels::<KeyObstacle>(&mut out, "KeyObstacle");
    labels::<Obstacle>(&mut out, "Obstacle");
    meanings::<Action>(&mut out, "Action");
    meanings::<VisiblePart>(&mut out, "VisiblePart");
    endpoint_dimensions(&mut out);
    api_keys(&mut out);
    out
}

fn procedures(out: &mut String, registry: &Registry, config: &Config) {
    let mut domains: BTreeMap<&str, Vec<(&str, &Procedure)>> = BTreeMap::new();
    for procedure in registry.all() {
        let (domain, verb) = procedure.name.split_once('.').unwrap_or(("", procedure.name));
        domains.entry(domain).or_default().push((verb, procedure));
    }
    out.push_str("export type Procedures = {\n");
    for (domain, verbs) in domains {
        put(out, format_args!("  {domain}: {{\n"));
        for (verb, procedure) in verbs {
            let kind = match procedure.kind {
                Kind::Query => "query",
                Kind::Mutation => "mutation",
            };
            let input = (procedure.types.input)(config);
            let output = (procedure.types.output)(config);
            put(
                out,
                format_args!(
                    "    {verb}: {{ kind: \"{kind}\"; input: {input}; output: {output} }};\n"
                ),
            );
        }
        out.push_str("  };\n");
    }
    out.push_str("};\n");
}

/// The values of an enumeration less the unset one, in the order they are offered.
fn values<E: Text>(out: &mut String, name: &str) {
    put(out, format_args!("\nexport const {name} = [\n"));
    for (_, text) in E::VALUES {
        put(out, format_args!("  {text:?},\n"));
    }
    out.push_str("] as const;\n");
}

/// The labels that people read for the values of an enumeration.
fn labels<E: Text>(out: &mut String, enumeration: &str) {
    texts_of(
        out,
        enumeration,
        "Label",
        E::CHOICES.iter().map(|choice| (choice.value, choice.label)),
    );
}

/// A sentence for each value of an enumeration.
fn meanings<E: Text>(out: &mut String, enumeration: &str) {
    let meanings = E::CHOICES.iter().map(|choice| (choice.value, choice.meaning));
    texts_of(out, enumeration, "Meaning", meanings);
}

fn texts_of<'a>(
    out: &mut String,
    enumeration: &str,
    what: &str,
    texts: impl Iterator<Item = (&'a str, &'a str)>,
) {
    let name = enumeration[..1].to_lowercase() + &enumeration[1..] + what + "s";
    put(out, format_args!("\nexport const {name}: Record<{enumeration}, string> = {{\n"));
    for (value, text) in texts {
        put(out, format_args!("  {value:?}: {text:?},\n"));
    }
    out.push_str("};\n");
}

/// The dimensions of the records of each endpoint, on which a policy may have conditions.
fn endpoint_dimensions(out: &mut String) {
    out.push_str(
        "\nexport const endpointDimensions: Record<Endpoint, ReadonlyArray<Dimension>> = {\n",
    );
    for (endpoint, name) in Endpoint::VALUES {
        let dimensions: Vec<&str> =
            policy::dimensions(*endpoint).iter().map(|(dimension, _)| dimension.text()).collect();
        put(out, format_args!("  {name}: {dimensions:?},\n"));
    }
    out.push_str("};\n");
}

/// The pattern of the text of API keys, and their limits.
fn api_keys(out: &mut String) {
    put(out, format_args!("\nexport const apiKeyPattern = {PATTERN:?};\n"));
    let days = |time: time::Duration| time.whole_days().unsigned_abs() as usize;
    write_limits(
        out,
        [
            ("endedKeyDays", days(ENDED_KEY_LISTED)),
            ("keyExpiryNoticeDays", days(KEY_EXPIRY_NOTICE)),
            ("longestKeyDays", days(LONGEST_LIFE_OF_KEY)),
            ("longestKeyName", LONGEST_KEY_NAME),
            ("mostKeyScopes", MOST_KEY_SCOPES),
            ("unusedKeyDays", days(UNUSED_KEY_END)),
            ("unusedKeyNoticeDays", days(UNUSED_KEY_NOTICE)),
            ("usualKeyDays", days(USUAL_LIFE_OF_KEY)),
        ],
    );
}

/// The words of records whose label is more than a capital and small letters.
fn spellings(out: &mut String, enumerations: &[&[Choice]]) {
    out.push_str("\nexport const spellings: Record<string, string> = {\n");
    for choice in enumerations.iter().copied().flatten() {
        if choice.label != proto::label(choice.value) {
            put(out, format_args!("  {:?}: {:?},\n", choice.value, choice.label));
        }
    }
    out.push_str("};\n");
}

/// Limits that the web states, or keeps to, before a request is refused.
fn limits(out: &mut String) {
    out.push('\n');
    let limits = [
        ("domainCheckHours", hours(DOMAIN_CHECK_INTERVAL)),
        ("exportFileHours", hours(EXPORT_FILES_KEPT)),
        ("largestPage", LARGEST_PAGE as usize),
        ("longestEmail", LONGEST_EMAIL),
        ("longestFileMinutes", minutes(LONGEST_DOWNLOAD)),
        ("longestFilterText", LONGEST_FILTER_TEXT),
        ("longestNote", LONGEST_NOTE),
        ("longestPasskeyName", LONGEST_PASSKEY_NAME),
        ("longestPlanMessage", LONGEST_PLAN_MESSAGE),
        ("longestRequestTarget", MAX_TARGET),
        ("longestSlug", LONGEST_SLUG),
        ("longestTeamName", LONGEST_TEAM_NAME),
        ("mostAnswerValues", MOST_ANSWER_VALUES),
        ("mostBatchCalls", MAX_CALLS),
        ("mostChartGroups", MOST_CHART_GROUPS as usize),
        ("mostDailyExports", MOST_DAILY_EXPORTS as usize),
        ("mostFilterValues", MOST_FILTER_VALUES),
        ("mostGroups", MOST_GROUPS as usize),
        ("mostPasskeys", MOST_PASSKEYS),
        ("mostTextRows", MOST_TEXT_ROWS as usize),
        ("mostTopHolders", MOST_TOP_HOLDERS as usize),
        ("mostWithheldStretches", MOST_WITHHELD_STRETCHES),
        ("productEventDays", days(ANALYTICS.max_age)),
    ];
    write_limits(out, limits);
}

fn write_limits<const COUNT: usize>(out: &mut String, limits: [(&str, usize); COUNT]) {
    for (name, limit) in limits {
        put(out, format_args!("export const {name} = {limit};\n"));
    }
}

fn minutes(time: Duration) -> usize {
    (time.as_secs() / 60) as usize
}

fn hours(time: Duration) -> usize {
    (time.as_secs() / 3_600) as usize
}

fn days(time: Duration) -> usize {
    hours(time) / 24
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("writing to a string cannot fail");
}
