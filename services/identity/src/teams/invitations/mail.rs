//! The invitation mail.

use mail::{CompositionError, Message, escape, inert};
use proto::identity::v1::MembershipRole;
use url::form_urlencoded::Serializer;

use super::periods::VALID_DAYS;
use crate::config::Config;

pub struct InvitationMail<'a> {
    pub to: &'a str,
    /// The name of the sender, never their address, which programs turn into a link.
    pub sender: Option<&'a str>,
    pub team: &'a str,
    pub role: MembershipRole,
    pub token: &'a str,
}

fn link(config: &Config, token: &str) -> String {
    let query = Serializer::new(String::new()).append_pair("invitation", token).finish();
    format!("{}/settings/team?{query}", config.public_url)
}

/// The mail, as text and as HTML.
pub fn compose(
    config: &Config,
    invitation: &InvitationMail<'_>,
) -> Result<Message, CompositionError> {
    let host = config.mailer.site();
    let link = link(config, invitation.token);
    let InvitationMail { to, role, .. } = invitation;
    let (name, team) = (invitation.sender.map(inert), inert(invitation.team));
    let name = name.filter(|name| !name.is_empty());
    let sender = name.as_deref().unwrap_or("A member of the team");
    let inviter = name.as_deref().unwrap_or("a member of the team");
    let what = match role {
        MembershipRole::Owner => "as an owner",
        _ => "as a member",
    };
    let text = format!(
        "{sender} invites you to join the team \"{team}\" on Assay at {host} {what}.\n\n\
         Accept or decline with this link:\n\n{link}\n\n\
         The link is valid for {VALID_DAYS} days and only for the address that this e-mail was sent to.\n\n\
         You receive this e-mail because {inviter} entered your address on Assay at {host}. \
         If you do not know the sender, you can ignore this e-mail.\n"
    );
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<body>\n\
         <p>{sender} invites you to join the team <strong>{team}</strong> on Assay at {host} {what}.</p>\n\
         <p>\n<a href=\"{href}\">\nAccept or decline\n</a>\n</p>\n\
         <p>The link is valid for {VALID_DAYS} days and only for the address that this e-mail was sent to.</p>\n\
         <p>You receive this e-mail because {inviter} entered your address on Assay at {host}. \
         If you do not know the sender, you can ignore this e-mail.</p>\n\
         </body>\n</html>\n",
        sender = escape(sender),
        inviter = escape(inviter),
        team = escape(&team),
        host = escape(host),
        href = escape(&link),
    );
    config.mailer.compose(to, format!("Invitation to the team {team} on Assay"), text, html)
}
