//! The text of the mails about requests for plans.

use mail::inert;
use proto::codec::Text;
use proto::identity::v1::PlanType;
use uuid::Uuid;

use super::get;
use super::requests::Row;
use crate::context::Context;
use crate::error::AccessError;
use crate::notices::add::PlanNotice;
use crate::notices::mail::{Letter, Mails};

/// The mail of this kind about a request; none if the request is gone.
pub async fn write(
    ctx: &Context,
    mails: &Mails,
    (request_id, kind): (Uuid, &str),
) -> Result<Option<Letter>, AccessError> {
    let notice = PlanNotice::ALL.into_iter().find(|notice| notice.word() == kind);
    let notice = notice.ok_or_else(|| AccessError::Stored(format!("a notice is {kind:?}")))?;
    let mut conn = ctx.db.conn().await?;
    let row: Option<Row> = sqlx::query_as(
        "SELECT id, organization_id, user_id, plan, message, requested_at, closes_at
         FROM plan_requests WHERE id = $1",
    )
    .bind(request_id)
    .fetch_optional(&mut *conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let present = get::present(&mut conn, row.organization_id, ctx.clock.now()).await?.plan;
    drop(conn);
    let of_person = ctx.identity.addresses(Some(row.user_id), row.organization_id).await?;
    let site = mails.mailer.site();
    Ok(Some(match notice {
        PlanNotice::Requested => Letter {
            to: mails.plan_requests_to.clone().into_iter().collect(),
            ..to_operator(site, &row, (present, &of_person))
        },
        PlanNotice::Received => Letter { to: of_person, ..to_person(site, &row) },
    }))
}

fn to_operator(site: &str, row: &Row, (present, addresses): (PlanType, &[String])) -> Letter {
    let (wanted, present) = (label(row.plan()), label(present));
    let mut paragraphs = vec![
        format!(
            "The organization {} on Assay at {site} asks for the plan \"{wanted}\". Its plan is \"{present}\".",
            row.organization_id
        ),
        format!("Asked by {}. Their message:", addresses.join(", ")),
    ];
    let lines = row.message.lines().map(inert).filter(|line| !line.is_empty());
    paragraphs.extend(lines);
    Letter {
        to: Vec::new(),
        subject: format!("Request for the plan {wanted} on Assay at {site}"),
        paragraphs,
        link: ("Show the organization", format!("/admin/organizations/{}", row.organization_id)),
        reason: "You receive this e-mail because requests for plans are sent to this address.",
    }
}

fn to_person(site: &str, row: &Row) -> Letter {
    let wanted = label(row.plan());
    Letter {
        to: Vec::new(),
        subject: format!("Your plan request on Assay at {site} was received"),
        paragraphs: vec![
            format!("You asked for the plan \"{wanted}\" on Assay at {site}."),
            format!(
                "The operator answers by e-mail. The request is open until your plan changes, or until {}.",
                row.closes_at.date()
            ),
        ],
        link: ("Show your plan", "/settings/plan".to_owned()),
        reason: "You receive this e-mail because you requested a plan.",
    }
}

/// The name of a plan for people.
fn label(plan: PlanType) -> &'static str {
    let choice = PlanType::CHOICES.iter().find(|choice| choice.value == plan.text());
    choice.map_or(plan.text(), |choice| choice.label)
}
