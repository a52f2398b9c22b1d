//! The plan of an organization as its members see it, and requests for another one.

use access::notices::send::send_due;
use access::policy_sets::PolicySetName;
use access::policy_sets::install::install;
use kit::bus::Envelope;
use kit::testing::{eventually, outbox_sent};
use proto::access::v1::{
    ApiKeyCalls, ApiKeyInput, CreateApiKeyRequest, ExportPersonRequest, GetPlanRequest,
    GetPlanResponse, PlanRequested, ReportApiKeyUseRequest, RequestPlanRequest, RequestedPlan,
};
use proto::identity::v1::{MembershipRole, OrganizationPlanChanged, PlanType, UserErased};

use crate::support::{ADA, BOB, HOME, World, ada, bob, mails, reason, somebody};

async fn world() -> World {
    let world = World::start().await;
    world.identity.add_member(ADA, HOME, MembershipRole::Owner);
    world.identity.add_member(BOB, HOME, MembershipRole::Member);
    world
}

fn wanted(plan: PlanType) -> RequestPlanRequest {
    RequestPlanRequest {
        plan: plan.into(),
        message: "We import all assets each night.\n\nSee https://evil.example".to_owned(),
    }
}

impl World {
    async fn plan(&mut self) -> GetPlanResponse {
        ada(self.plans.get_plan(GetPlanRequest {})).await.unwrap()
    }

    async fn ask(&mut self, plan: PlanType) -> RequestedPlan {
        ada(self.plans.request_plan(wanted(plan))).await.unwrap().request.unwrap()
    }

    async fn give(&mut self, plan: PlanType, version: i64) {
        let event = OrganizationPlanChanged {
            organization_id: HOME.to_owned(),
            plan: plan.into(),
            version,
            ..OrganizationPlanChanged::default()
        };
        self.publish(&event).await;
        eventually("the plan is known", || async {
            let known = sqlx::query_scalar(
                "SELECT EXISTS (SELECT FROM organization_plans WHERE organization_id = $1::uuid AND version = $2)",
            );
            let mut conn = self.test_db.db.conn().await.unwrap();
            known.bind(HOME).bind(version).fetch_one(&mut *conn).await.unwrap()
        })
        .await;
    }
}

#[tokio::test]
async fn members_see_the_plans_of_the_installed_set() {
    let mut world = world().await;
    let open = world.plan().await;
    assert_eq!((open.plan(), open.ends_at, open.is_owner), (PlanType::Free, None, true));
    assert_eq!(open.plans.len(), 9);
    assert_eq!(open.plans[0].plan(), PlanType::Free);
    for terms in &open.plans {
        let [part] = &terms.parts[..] else { panic!("{terms:?}") };
        assert!(part.r#where.is_empty() && part.endpoints.len() == 16, "all data: {part:?}");
        assert!(part.limits.as_ref().unwrap().requests_per_second.is_some());
    }
    Box::pin(install(&world.ctx, PolicySetName::Tiered)).await.unwrap();
    world.give(PlanType::PremiumStablecoins, 1).await;
    let tiered = bob(world.plans.get_plan(GetPlanRequest {})).await.unwrap();
    assert_eq!((tiered.plan(), tiered.is_owner), (PlanType::PremiumStablecoins, false));
    let of = |plan: PlanType| tiered.plans.iter().find(|terms| terms.plan() == plan).unwrap();
    assert_eq!(of(PlanType::Free).parts.len(), 3);
    assert_eq!(of(PlanType::PremiumStablecoins).parts.len(), 4);
    assert!(!tiered.has_further_access);
    world.settle().await;
}

#[tokio::test]
async fn others_see_and_request_nothing() {
    let mut world = world().await;
    world.identity.remove_member(BOB, HOME);
    let seen = bob(world.plans.get_plan(GetPlanRequest {})).await;
    assert_eq!(reason(seen), "membership_required");
    let asked = bob(world.plans.request_plan(wanted(PlanType::PremiumAllAccess))).await;
    assert_eq!(reason(asked), "membership_required");
    world.identity.add_member(BOB, HOME, MembershipRole::Member);
    let asked = bob(world.plans.request_plan(wanted(PlanType::PremiumAllAccess))).await;
    assert_eq!(reason(asked), "owner_required");
    let mut plans = world.without_plan_requests().await;
    assert!(!ada(plans.get_plan(GetPlanRequest {})).await.unwrap().takes_requests);
    let asked = ada(plans.request_plan(wanted(PlanType::PremiumAllAccess))).await;
    assert_eq!(reason(asked), "plan_requests_off");
    for (plan, message) in [
        (PlanType::PremiumAllAccess, String::new()),
        (PlanType::PremiumAllAccess, "x".repeat(2_001)),
        (PlanType::Free, "More".to_owned()),
        (PlanType::Unspecified, "More".to_owned()),
    ] {
        let request = RequestPlanRequest { plan: plan.into(), message };
        assert_eq!(reason(ada(world.plans.request_plan(request)).await), "input_invalid");
    }
    assert!(world.plan().await.open_request.is_none());
    world.settle().await;
}

#[tokio::test]
async fn a_request_reaches_the_operator_and_is_confirmed() {
    let mut world = world().await;
    let request = world.ask(PlanType::PremiumAllAccess).await;
    outbox_sent(&world.test_db.db).await;
    let events: Vec<Envelope<PlanRequested>> = world.bus.events().await;
    let [Envelope { event, .. }] = &events[..] else { panic!("one event") };
    assert_eq!((event.request_id.as_str(), event.user_id.as_str()), (request.id.as_str(), ADA));
    assert_eq!((event.plan(), event.present_plan()), (PlanType::PremiumAllAccess, PlanType::Free));
    assert_eq!(world.plan().await.open_request, Some(request));
    let again = ada(world.plans.request_plan(wanted(PlanType::PremiumStablecoins))).await;
    assert_eq!(reason(again), "plan_request_open");

    let directory = tempfile::tempdir().unwrap();
    let sent = send_due(&world.ctx, &mails::to(directory.path())).await.unwrap();
    assert_eq!(sent, 2);
    let all = mails::take(directory.path());
    let to = |address: &str| {
        let line = format!("To: {address}");
        all.iter().find(|mail| mail.contains(&line)).unwrap()
    };
    let operator = to(mails::OPERATOR);
    assert!(operator.contains("Premium: all access"), "{operator}");
    assert!(operator.contains(&format!("{ADA}@example.com")), "{operator}");
    assert!(operator.contains("We import all assets each night."), "{operator}");
    assert!(!operator.contains("https://evil.example"), "the words are inert: {operator}");
    assert!(operator.contains(&format!("/admin/organizations/{HOME}")), "{operator}");
    let person = to(&format!("{ADA}@example.com"));
    assert!(person.contains("http://127.0.0.1:8080/settings/plan"), "{person}");
    world.settle().await;
}

#[tokio::test]
async fn a_request_is_open_until_the_plan_changes_or_its_time_is_over() {
    let mut world = world().await;
    world.ask(PlanType::PremiumAllAccess).await;
    world.give(PlanType::TrialAllAccess, 1).await;
    assert!(world.plan().await.open_request.is_none());
    let second = world.ask(PlanType::PremiumAllAccess).await;
    world.execute("UPDATE plan_requests SET requested_at = now() - interval '40 days', closes_at = now() - interval '10 days' WHERE closed_at IS NULL").await.unwrap();
    assert!(world.plan().await.open_request.is_none());
    let third = world.ask(PlanType::PremiumAllAccess).await;
    assert_ne!(second.id, third.id);
    assert_eq!(world.plan().await.open_request, Some(third));
    world.settle().await;
}

#[tokio::test]
async fn the_requests_of_a_person_are_exported_and_erased() {
    let mut world = world().await;
    world.ask(PlanType::PremiumAllAccess).await;
    let sections = ada(world.reads.export_person(ExportPersonRequest {})).await.unwrap().sections;
    let requests = sections.iter().find(|section| section.name == "plan_requests").unwrap();
    assert!(requests.rows_json.contains("We import all assets"), "{requests:?}");
    world.publish(&UserErased { user_id: ADA.to_owned(), erased_at: 0 }).await;
    eventually("the requests are deleted", || async {
        let none = sqlx::query_scalar("SELECT NOT EXISTS (SELECT FROM plan_requests)");
        none.fetch_one(&mut *world.test_db.db.conn().await.unwrap()).await.unwrap()
    })
    .await;
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(send_due(&world.ctx, &mails::to(directory.path())).await.unwrap(), 0);
    world.settle().await;
}

#[tokio::test]
async fn the_calls_of_all_keys_are_summed_by_day() {
    let mut world = world().await;
    let minute_at = kit::clock::milliseconds(world.clock.now());
    for is_organization in [true, false] {
        let key = ApiKeyInput { name: "Import".to_owned(), ..ApiKeyInput::default() };
        let request = CreateApiKeyRequest { is_organization, is_test: false, key: Some(key) };
        let made = ada(world.keys.create_api_key(request)).await.unwrap();
        let key_id = made.key.unwrap().id;
        let calls = vec![ApiKeyCalls { key_id, minute_at, calls: 3, refused: 1 }];
        world
            .keys
            .report_api_key_use(ReportApiKeyUseRequest { calls, report_id: somebody() })
            .await
            .unwrap();
    }
    let [day] = &world.plan().await.calls_by_day[..] else { panic!("one day") };
    assert_eq!((day.calls, day.refused), (6, 2));
    world.settle().await;
}
