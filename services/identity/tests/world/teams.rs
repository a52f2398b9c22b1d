//! Calls about teams, in the name of a user.

use kit::error::Problem;
use proto::identity::v1::{
    AcceptInvitationRequest, CheckTeamDomainRequest, ClaimTeamDomainRequest, CreateTeamRequest,
    DeclineInvitationRequest, DismissTeamOfferRequest, DomainClaim, GetInvitationRequest,
    GetTeamDomainRequest, InvitationOffer, InviteToTeamRequest, JoinTeamRequest, LeaveTeamRequest,
    ListTeamInvitationsRequest, ListTeamMembersRequest, ListTeamOffersRequest,
    ListTeamOffersResponse, MembershipRole, RemoveTeamMemberRequest, RenameTeamRequest,
    ResendTeamInvitationRequest, RevokeTeamInvitationRequest, SetTeamMemberRoleRequest,
    SwitchOrganizationRequest, TeamInvitation, TeamMember, WithdrawTeamDomainRequest,
};

use super::{ORIGIN, World, newest_mail};

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub struct TestUser {
    pub token: String,
    pub id: String,
    pub email: String,
}

type Answer<T> = Result<T, Problem>;

macro_rules! call {
    ($world:ident, $by:ident, $method:ident, $request:expr) => {
        kit::testing::as_user(&$by.id, $world.identity.clone().$method($request))
            .await
            .map(tonic::Response::into_inner)
            .map_err(Problem::from)
    };
}

impl World {
    pub async fn test_user(&mut self, email: &str) -> TestUser {
        let token = self.sign_in(email).await;
        let id = self.user(&token).await.id;
        TestUser { token, id, email: email.to_owned() }
    }

    /// The name and the role of each organization; the active one comes first.
    pub async fn places(&mut self, someone: &TestUser) -> Vec<(String, MembershipRole)> {
        let user = self.user(&someone.token).await;
        let active = user.organization.clone().unwrap().id;
        let mut places = user.memberships.clone();
        places.sort_by_key(|place| place.organization_id != active);
        places
            .iter()
            .map(|place| (place.organization.clone().unwrap().name, place.role()))
            .collect()
    }

    pub async fn create_team(&self, by: &TestUser, name: &str) -> Answer<String> {
        let request = CreateTeamRequest { name: name.to_owned() };
        call!(self, by, create_team, request).map(|answer| answer.organization_id)
    }

    pub async fn switch(&self, by: &TestUser, organization: &str) -> Answer<()> {
        let request = SwitchOrganizationRequest { organization_id: organization.to_owned() };
        call!(self, by, switch_organization, request).map(drop)
    }

    pub async fn rename(&self, by: &TestUser, team: &str, name: &str) -> Answer<()> {
        let request = RenameTeamRequest { organization_id: team.to_owned(), name: name.to_owned() };
        call!(self, by, rename_team, request).map(drop)
    }

    pub async fn claim(&self, by: &TestUser, team: &str, domain: &str) -> Answer<DomainClaim> {
        let request =
            ClaimTeamDomainRequest { organization_id: team.to_owned(), domain: domain.to_owned() };
        call!(self, by, claim_team_domain, request).map(|answer| answer.claim.unwrap())
    }

    pub async fn check_domain(&self, by: &TestUser, team: &str) -> Answer<DomainClaim> {
        let request = CheckTeamDomainRequest { organization_id: team.to_owned() };
        call!(self, by, check_team_domain, request).map(|answer| answer.claim.unwrap())
    }

    pub async fn claim_of(&self, by: &TestUser, team: &str) -> Answer<Option<DomainClaim>> {
        let request = GetTeamDomainRequest { organization_id: team.to_owned() };
        call!(self, by, get_team_domain, request).map(|answer| answer.claim)
    }

    pub async fn withdraw_domain(&self, by: &TestUser, team: &str) -> Answer<()> {
        let request = WithdrawTeamDomainRequest { organization_id: team.to_owned() };
        call!(self, by, withdraw_team_domain, request).map(drop)
    }

    /// Claims the domain of the owner's address, publishes the record and checks it.
    pub async fn open_to_domain(&self, by: &TestUser, team: &str) -> Answer<DomainClaim> {
        let domain = by.email.rsplit_once('@').unwrap().1;
        let claim = self.claim(by, team, domain).await?;
        self.dns.publish(&claim.record_name, &claim.record_value);
        self.check_domain(by, team).await
    }

    pub async fn members(&self, by: &TestUser, team: &str) -> Answer<Vec<TeamMember>> {
        let request = ListTeamMembersRequest { organization_id: team.to_owned() };
        call!(self, by, list_team_members, request).map(|answer| answer.results)
    }

    pub async fn set_team_role(
        &self,
        by: &TestUser,
        team: &str,
        of: &TestUser,
        role: MembershipRole,
    ) -> Answer<()> {
        let request = SetTeamMemberRoleRequest {
            organization_id: team.to_owned(),
            member_id: of.id.clone(),
            role: role.into(),
        };
        call!(self, by, set_team_member_role, request).map(drop)
    }

    pub async fn remove(&self, by: &TestUser, team: &str, member: &TestUser) -> Answer<()> {
        let request = RemoveTeamMemberRequest {
            organization_id: team.to_owned(),
            member_id: member.id.clone(),
        };
        call!(self, by, remove_team_member, request).map(drop)
    }

    pub async fn leave(&self, by: &TestUser, team: &str) -> Answer<()> {
        let request = LeaveTeamRequest { organization_id: team.to_owned() };
        call!(self, by, leave_team, request).map(drop)
    }

    pub async fn invite(&self, by: &TestUser, team: &str, email: &str) -> Answer<TeamInvitation> {
        self.invite_as(by, team, email, MembershipRole::Member).await
    }

    pub async fn invite_as(
        &self,
        by: &TestUser,
        team: &str,
        email: &str,
        role: MembershipRole,
    ) -> Answer<TeamInvitation> {
        let request = InviteToTeamRequest {
            organization_id: team.to_owned(),
            email: email.to_owned(),
            role: role.into(),
        };
        call!(self, by, invite_to_team, request).map(|answer| answer.invitation.unwrap())
    }

    /// Invites, and reads the token of the mail.
    pub async fn invitation_token(&self, by: &TestUser, team: &str, email: &str) -> String {
        self.invite(by, team, email).await.unwrap();
        self.mailed_token()
    }

    /// The token of the invitation that was mailed last.
    pub fn mailed_token(&self) -> String {
        let mail = newest_mail(self.mails.path());
        let start = format!("{ORIGIN}/settings/team?invitation=");
        let line = mail.lines().map(str::trim_end).find(|line| line.starts_with(&start));
        line.expect("the mail has a link").trim_start_matches(&start).to_owned()
    }

    pub async fn resend(&self, by: &TestUser, team: &str, id: &str) -> Answer<TeamInvitation> {
        let request =
            ResendTeamInvitationRequest { organization_id: team.to_owned(), id: id.to_owned() };
        call!(self, by, resend_team_invitation, request).map(|answer| answer.invitation.unwrap())
    }

    pub async fn revoke(&self, by: &TestUser, team: &str, id: &str) -> Answer<()> {
        let request =
            RevokeTeamInvitationRequest { organization_id: team.to_owned(), id: id.to_owned() };
        call!(self, by, revoke_team_invitation, request).map(drop)
    }

    pub async fn invitations(&self, by: &TestUser, team: &str) -> Answer<Vec<TeamInvitation>> {
        let request = ListTeamInvitationsRequest { organization_id: team.to_owned() };
        call!(self, by, list_team_invitations, request).map(|answer| answer.results)
    }

    pub async fn offers(&self, to: &TestUser) -> ListTeamOffersResponse {
        let request = ListTeamOffersRequest {};
        call!(self, to, list_team_offers, request).unwrap()
    }

    pub async fn look_at(&self, by: &TestUser, token: &str) -> Answer<InvitationOffer> {
        let request = GetInvitationRequest { token: token.to_owned() };
        call!(self, by, get_invitation, request).map(|answer| answer.invitation.unwrap())
    }

    pub async fn accept(&self, by: &TestUser, token: &str) -> Answer<String> {
        let request = AcceptInvitationRequest { token: Some(token.to_owned()), id: None };
        call!(self, by, accept_invitation, request).map(|answer| answer.organization_id)
    }

    pub async fn accept_offer(&self, by: &TestUser, id: &str) -> Answer<String> {
        let request = AcceptInvitationRequest { token: None, id: Some(id.to_owned()) };
        call!(self, by, accept_invitation, request).map(|answer| answer.organization_id)
    }

    pub async fn decline(&self, by: &TestUser, token: &str) -> Answer<()> {
        let request = DeclineInvitationRequest { token: Some(token.to_owned()), id: None };
        call!(self, by, decline_invitation, request).map(drop)
    }

    pub async fn join(&self, by: &TestUser, team: &str) -> Answer<()> {
        let request = JoinTeamRequest { organization_id: team.to_owned() };
        call!(self, by, join_team, request).map(drop)
    }

    pub async fn dismiss(&self, by: &TestUser, team: &str) -> Answer<()> {
        let request = DismissTeamOfferRequest { organization_id: team.to_owned() };
        call!(self, by, dismiss_team_offer, request).map(drop)
    }

    /// A team of one owner and one member who came by invitation.
    pub async fn pair(&mut self) -> (String, TestUser, TestUser) {
        let owner = self.test_user("owner@example.com").await;
        let member = self.test_user("member@example.com").await;
        let team = self.create_team(&owner, "Harbour Desk").await.unwrap();
        let token = self.invitation_token(&owner, &team, &member.email).await;
        self.accept(&member, &token).await.unwrap();
        (team, owner, member)
    }
}
