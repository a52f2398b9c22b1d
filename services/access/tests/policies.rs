//! Policies: created, changed, archived and deleted.

use kit::error::ErrorCode;
use proto::access::v1::{
    AccessAuditAction, Action, ArchivePolicyRequest, AssignmentTerms, Condition, ConditionOperator,
    CreatePolicyRequest, DeletePolicyRequest, Dimension, FieldMode, Fields, GetPolicyRequest,
    Limits, Policy, PolicyInput, PolicyStatus, TimeBounds, UpdatePolicyRequest,
};
use proto::query::v1::{Filter, Operator, Query, QueryValue};

use crate::support::{World, ada, allow, bob, deny, input, on_terms, reason, terms};

fn update(policy: &Policy, input: PolicyInput) -> UpdatePolicyRequest {
    UpdatePolicyRequest {
        id: policy.id.clone(),
        version: policy.version,
        policy: Some(input),
        reason: None,
    }
}

fn archive(policy: &Policy) -> ArchivePolicyRequest {
    ArchivePolicyRequest { id: policy.id.clone(), version: policy.version, reason: None }
}

fn delete(policy: &Policy) -> DeletePolicyRequest {
    DeletePolicyRequest { id: policy.id.clone(), version: policy.version, reason: None }
}

fn draft(name: &str) -> PolicyInput {
    PolicyInput { status: PolicyStatus::Draft.into(), ..allow(name) }
}

#[tokio::test]
async fn a_policy_keeps_every_value() {
    let mut world = World::start().await;
    let full = PolicyInput {
        description: "Treasuries of a year".to_owned(),
        r#where: vec![Condition {
            dimension: Dimension::AssetClass.into(),
            operator: ConditionOperator::In.into(),
            ids: vec![27, 28],
        }],
        time: Some(TimeBounds {
            from: Some("2025-01-01".to_owned()),
            max_days_back: Some(365),
            ..TimeBounds::default()
        }),
        limits: Some(Limits {
            rows_per_response: Some(10),
            export_formats: vec![1],
            ..Limits::default()
        }),
        starts_at: Some(1_000),
        expires_at: Some(2_000_000_000_000),
        ip_cidrs: vec!["192.0.2.0/24".to_owned()],
        tags: vec!["treasuries".to_owned()],
        ..allow("Treasuries")
    };
    let created = world.policy(full.clone()).await;
    assert_eq!(input(&created), full);
    let got = ada(world.calls.get_policy(GetPolicyRequest { id: created.id.clone() })).await;
    assert_eq!(got.unwrap().policy.unwrap(), created);
    // Values that are left out are those that do not restrict.
    let bare = PolicyInput { fields: None, time: None, limits: None, ..allow("Bare") };
    let bare = world.policy(bare).await;
    assert!(bare.fields.is_some() && bare.time.is_some() && bare.limits.is_some());
    world.settle().await;
}

#[tokio::test]
async fn a_draft_becomes_active_and_never_a_draft_again() {
    let mut world = World::start().await;
    let policy = world.policy(draft("Desk")).await;
    let active = ada(world.calls.update_policy(update(&policy, allow("Desk")))).await.unwrap();
    let policy = active.policy.unwrap();
    assert_eq!(policy.status(), PolicyStatus::Active);
    let back = ada(world.calls.update_policy(update(&policy, draft("Desk")))).await;
    assert_eq!(reason(back), "policy_was_active");
    let deleted = ada(world.calls.delete_policy(delete(&policy))).await;
    assert_eq!(reason(deleted), "policy_not_draft");
    let archived = ada(world.calls.archive_policy(archive(&policy))).await.unwrap();
    let policy = archived.policy.unwrap();
    assert_eq!(policy.status(), PolicyStatus::Archived);
    for outcome in [
        ada(world.calls.update_policy(update(&policy, allow("Desk")))).await,
        ada(world.calls.archive_policy(archive(&policy))).await,
        ada(world.calls.delete_policy(delete(&policy))).await,
    ] {
        assert_eq!(reason(outcome), "policy_archived");
    }
    // Its name is free again, and the database keeps the row.
    world.policy(allow("Desk")).await;
    let statement = format!("DELETE FROM policies WHERE id = '{}'", policy.id);
    assert!(world.execute(&statement).await.is_err());
    let statement = format!("UPDATE policies SET status = 'draft' WHERE id = '{}'", policy.id);
    assert!(world.execute(&statement).await.is_err());
    world.settle().await;
}

#[tokio::test]
async fn a_draft_is_deleted_unless_it_is_assigned() {
    let mut world = World::start().await;
    let (used, unused) = (world.policy(draft("Used")).await, world.policy(draft("Unused")).await);
    let role = world.role("desk").await;
    world.assign(&role.id, &used.id).await;
    let refused = ada(world.calls.delete_policy(delete(&used))).await;
    assert_eq!(reason(refused), "policy_assigned");
    ada(world.calls.delete_policy(delete(&unused))).await.unwrap();
    let gone = ada(world.calls.get_policy(GetPolicyRequest { id: unused.id.clone() })).await;
    assert_eq!(reason(gone), "policy_not_found");
    let history = world.history(&unused.id).await;
    assert_eq!(history[0].action(), AccessAuditAction::PolicyDeleted);
    assert!(history[0].changes.iter().any(|change| change.field == "name"));
    world.settle().await;
}

#[tokio::test]
async fn a_conflict_names_the_changed_fields() {
    let mut world = World::start().await;
    let policy = world.policy(allow("Desk")).await;
    let more = PolicyInput {
        actions: vec![Action::List.into(), Action::Export.into()],
        tags: vec!["files".to_owned()],
        ..allow("Desk")
    };
    bob(world.calls.update_policy(update(&policy, more))).await.unwrap();
    let conflict = ada(world.calls.archive_policy(archive(&policy))).await.unwrap_err();
    assert_eq!(conflict.reason, "record_changed");
    let paths: Vec<&str> = conflict.violations.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(paths, ["actions", "tags"]);
    assert!(conflict.violations[0].message.ends_with("to list, export"));
    world.settle().await;
}

#[tokio::test]
async fn wrong_values_are_refused_with_their_fields() {
    let mut world = World::start().await;
    let wrong = PolicyInput {
        status: PolicyStatus::Archived.into(),
        actions: vec![],
        endpoints: vec![99],
        r#where: vec![Condition {
            dimension: Dimension::AssetClass.into(),
            operator: ConditionOperator::In.into(),
            ids: vec![],
        }],
        tags: vec!["a".to_owned(), "a".to_owned(), " b".to_owned()],
        description: "x".repeat(1_001),
        ..allow("X")
    };
    let request = CreatePolicyRequest { policy: Some(wrong), reason: None };
    let refused = ada(world.calls.create_policy(request)).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Invalid, "input_invalid"));
    let paths: Vec<&str> = refused.violations.iter().map(|one| one.path.as_str()).collect();
    for path in [
        "name",
        "actions",
        "endpoints[0]",
        "where[0].ids",
        "status",
        "tags[1]",
        "tags[2]",
        "description",
    ] {
        assert!(paths.contains(&path), "{path} of {paths:?}");
    }
    let fields = Some(Fields { mode: FieldMode::Except.into(), names: vec!["id".to_owned()] });
    let of_nothing = PolicyInput { fields, ..deny("Except identifiers") };
    let request = CreatePolicyRequest { policy: Some(of_nothing), reason: None };
    let refused = ada(world.calls.create_policy(request)).await.unwrap_err();
    assert_eq!(refused.violations[0].path, "fields.names");
    world.policy(allow("Desk")).await;
    let again = CreatePolicyRequest { policy: Some(allow("Desk")), reason: None };
    assert_eq!(reason(ada(world.calls.create_policy(again)).await), "name_taken");
    world.settle().await;
}

#[tokio::test]
async fn limits_stay_within_those_of_assignments() {
    let mut world = World::start().await;
    let policy = world.policy(allow("Desk")).await;
    let role = world.role("desk").await;
    let overrides = Some(Limits { rows_per_response: Some(80), ..Limits::default() });
    let request =
        on_terms(&role.id, &policy.id, AssignmentTerms { limit_overrides: overrides, ..terms() });
    ada(world.calls.create_policy_assignment(request)).await.unwrap();
    let limited = |rows| PolicyInput {
        limits: Some(Limits { rows_per_response: Some(rows), ..Limits::default() }),
        ..allow("Desk")
    };
    let refused = ada(world.calls.update_policy(update(&policy, limited(79)))).await.unwrap_err();
    assert_eq!(refused.violations[0].path, "limits.rows_per_response");
    assert!(refused.violations[0].message.contains("desk"));
    ada(world.calls.update_policy(update(&policy, limited(80)))).await.unwrap();
    world.settle().await;
}

#[tokio::test]
async fn lists_are_filtered_by_actions_and_words() {
    let mut world = World::start().await;
    world.policy(allow("Desk")).await;
    let export = vec![Action::Export.into()];
    world.policy(PolicyInput { actions: export, ..allow("Files") }).await;
    let both = Filter {
        operator: Operator::And.into(),
        filters: vec![
            crate::support::equals("managed", QueryValue::flag(false)),
            crate::support::equals("actions", QueryValue::text("export")),
        ],
        ..Filter::default()
    };
    let query = Query { filter: Some(both), ..Query::default() };
    let listed = ada(world.calls.list_policies(query)).await.unwrap();
    assert_eq!(listed.results.len(), 1);
    assert_eq!(listed.results[0].policy.as_ref().unwrap().name, "Files");
    let words = Filter {
        operator: Operator::Ilike.into(),
        field: Some("name".to_owned()),
        value: Some(QueryValue::text("%dESk%")),
        filters: vec![],
    };
    let query = Query { filter: Some(words), ..Query::default() };
    let listed = ada(world.calls.list_policies(query)).await.unwrap();
    assert_eq!(listed.results.len(), 1);
    world.settle().await;
}
