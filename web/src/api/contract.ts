// Generated from the gateway's registry by `make contract`. Do not edit.

export type AcceptInvitationResponse = { organization_id: string, };

/**
 * How somebody came to the product.
 */
export type AcquisitionChannel = "" | "News or Blog Article" | "Twitter" | "LinkedIn" | "Word of Mouth" | "Search Engine" | "Podcast" | "Event or Conference" | "Government Organization" | "Industry Association" | "Prefer Not To Say" | "Other";

/**
 * What somebody wants to read about.
 */
export type AssetClassInterest = "Private Credit" | "Public Securities" | "Stablecoins" | "Real Estate" | "Private Funds";

export type CreateTeamResponse = { organization_id: string, };

export type DeclineInvitationResponse = Record<symbol, never>;

/**
 * A part of the interface that can be switched on for a user. It gates no data.
 */
export type Feature = "enable-data-downloads" | "enable-asset-entity-pages" | "enable-asset-charting-page" | "enable-jurisdiction-explorer" | "enable-api-keys" | "enable-admin-tools" | "enable-experimental-features";

/**
 * Every flag with whether it is on.
 */
export type Features = { [flag in Feature]: boolean };

export type GetInvitationResponse = { invitation: InvitationOffer, };

/**
 * The invitation to answer: of a mailed link, or one that was offered.
 */
export type InvitationAnswer = { token?: string | null, id?: string | null, };

/**
 * The secret of a mailed link.
 */
export type InvitationLink = { token: string, };

/**
 * An invitation as the invited one sees it.
 */
export type InvitationOffer = { id: string, organization_name: string, role: MembershipRole, invited_by: string | null, expires_at: string, };

export type InviteToTeamResponse = { invitation: TeamInvitation, };

/**
 * A team that takes in whoever has an address of its domain.
 */
export type JoinOffer = { organization_id: string, organization_name: string, domain: string, };

export type JoinTeamResponse = Record<symbol, never>;

export type LeaveTeamResponse = Record<symbol, never>;

export type ListSessionsResponse = { results: Array<SessionEntry>, };

export type ListTeamInvitationsResponse = { results: Array<TeamInvitation>, };

export type ListTeamMembersResponse = { results: Array<TeamMember>, };

/**
 * What the caller's verified address opens.
 */
export type ListTeamOffersResponse = { invitations: Array<InvitationOffer>, joins: Array<JoinOffer>, };

export type ListUsersRequest = { 
/**
 * Part of the e-mail address or name.
 */
query?: string | null, cursor?: string | null, };

export type ListUsersResponse = { results: Array<UserEntry>, next_cursor: string | null, };

/**
 * Another role for a member.
 */
export type MemberRole = { organization_id: string, user_id: string, role: MembershipRole, };

/**
 * A user's place in an organization.
 */
export type Membership = { id: string, role: MembershipRole, organization_id: string, organization: Organization, };

/**
 * What a member may do in an organization.
 */
export type MembershipRole = "owner" | "member";

/**
 * Whom to invite.
 */
export type NewInvitation = { organization_id: string, email: string, role: MembershipRole, };

/**
 * A team by its name.
 */
export type NewTeam = { name: string, };

/**
 * What somebody does for a living.
 */
export type Occupation = "" | "Accountant" | "Analyst" | "Asset Issuer" | "Asset Manager" | "Asset Originator" | "Auditor" | "Business Development" | "Crypto Enthusiast" | "Application Developer" | "Protocol Developer" | "Financial Advisor" | "Insurance Professional" | "Investor - Credit" | "Investor - Equity" | "Investor - Real Estate" | "Investor - Other" | "Journalist/Reporter" | "Product" | "Regulator" | "Risk Manager" | "Trader" | "Underwriter" | "Venture Capitalist" | "Other";

/**
 * One invitation of a team.
 */
export type OfInvitation = { organization_id: string, id: string, };

/**
 * One member of a team.
 */
export type OfMember = { organization_id: string, user_id: string, };

/**
 * One of the caller's organizations.
 */
export type OfTeam = { organization_id: string, };

/**
 * A team, or the personal place of one user.
 */
export type Organization = { id: string, name: string, 
/**
 * The e-mail domain of a team; none for a personal organization.
 */
domain: string | null, scope: OrganizationScope, plan: Plan, };

/**
 * What an organization is for.
 */
export type OrganizationScope = "personal" | "team";

/**
 * A subscription of an organization.
 */
export type Plan = { id: string, type: PlanType, organization_id: string, };

/**
 * What an organization has subscribed to.
 */
export type PlanType = "FREE" | "TRIAL_ALL_ACCESS" | "TRIAL_PRIVATE_CREDIT" | "TRIAL_US_TREASURIES" | "TRIAL_STABLECOINS" | "PREMIUM_ALL_ACCESS" | "PREMIUM_PRIVATE_CREDIT" | "PREMIUM_US_TREASURIES" | "PREMIUM_STABLECOINS";

/**
 * How a user likes the interface.
 */
export type Preferences = { darkMode: boolean, };

/**
 * Preferences, to save or saved.
 */
export type PreferencesUpdate = { preferences: Preferences, };

/**
 * Something a visitor did.
 */
export type ProductEvent = { name: string, logRocketSessionUrl?: string | null, properties: { pathname: string; [property: string]: unknown }, };

/**
 * What a user told about themselves.
 */
export type Profile = { occupation: Occupation, acquisitionChannel: AcquisitionChannel, assetClassInterests: Array<AssetClassInterest>, shouldReceiveMarketing: boolean, };

/**
 * A profile, to save or saved.
 */
export type ProfileUpdate = { profile: Profile, };

export type RemoveTeamMemberResponse = Record<symbol, never>;

export type RenameTeamResponse = Record<symbol, never>;

export type ResendTeamInvitationResponse = { invitation: TeamInvitation, };

export type RevokeOtherSessionsResponse = { revoked: number, };

/**
 * Which session to end.
 */
export type RevokeSession = { id: string, };

export type RevokeSessionResponse = Record<symbol, never>;

export type RevokeTeamInvitationResponse = Record<symbol, never>;

/**
 * What a user may administer.
 */
export type Role = "CUSTOMER" | "ADMIN";

/**
 * A group of things to go to.
 */
export type SearchGroup = { key: string, label: string, items: Array<SearchItem>, };

/**
 * One thing to go to.
 */
export type SearchItem = { id: string, label: string, subtitle: string | null, href: string, icon: string | null, };

/**
 * One session as its owner sees it.
 */
export type SessionEntry = { id: string, 
/**
 * Whether it is the one that asks.
 */
current: boolean, created_at: string, last_seen_at: string, expires_at: string, method: SignInMethod, 
/**
 * Browser and system as the client named them at sign-in.
 */
user_agent: string, 
/**
 * The network part of the address at sign-in.
 */
network: string, };

export type SetTeamAutoJoinResponse = { domain: string | null, };

export type SetTeamMemberRoleResponse = Record<symbol, never>;

export type SetUserFeaturesRequest = { id: string, features: Array<Feature>, };

export type SetUserFeaturesResponse = Record<symbol, never>;

export type SetUserRoleRequest = { id: string, role: Role, };

export type SetUserRoleResponse = Record<symbol, never>;

/**
 * How a session began.
 */
export type SignInMethod = "email" | "oidc";

export type SwitchOrganizationResponse = Record<symbol, never>;

/**
 * Whether people of the caller's domain may join by themselves.
 */
export type TeamAutoJoin = { organization_id: string, enabled: boolean, };

/**
 * An invitation as the owners of the team see it.
 */
export type TeamInvitation = { id: string, email: string, role: MembershipRole, 
/**
 * The address of whoever sent it last.
 */
invited_by: string | null, sent_at: string, expires_at: string, expired: boolean, };

/**
 * A member as the others of the team see them.
 */
export type TeamMember = { user_id: string, name: string | null, email: string, role: MembershipRole, joined_at: string, };

/**
 * Another name for a team.
 */
export type TeamName = { organization_id: string, name: string, };

/**
 * One user as an administrator sees them.
 */
export type UserEntry = { id: string, email: string, name: string | null, role: Role, created_at: string, features: Array<Feature>, };

/**
 * A user with organization, profile, preferences, memberships and flags.
 */
export type UserRecord = { id: string, name: string | null, email: string, emailVerified: string | null, image: string | null, role: Role, organization: Organization, profile: Profile, preferences: Preferences, memberships: Array<Membership>, features: Features, intercom_hmac: string | null, };

export type Procedures = {
  adminUsers: {
    list: { kind: "query"; input: ListUsersRequest; output: ListUsersResponse };
    setRole: { kind: "mutation"; input: SetUserRoleRequest; output: SetUserRoleResponse };
    setFeatures: { kind: "mutation"; input: SetUserFeaturesRequest; output: SetUserFeaturesResponse };
  };
  analytics: {
    track: { kind: "mutation"; input: ProductEvent; output: void };
  };
  search: {
    getInitialSearchGroups: { kind: "query"; input: void; output: Array<SearchGroup> };
  };
  sessions: {
    list: { kind: "query"; input: void; output: ListSessionsResponse };
    revoke: { kind: "mutation"; input: RevokeSession; output: RevokeSessionResponse };
    revokeOthers: { kind: "mutation"; input: void; output: RevokeOtherSessionsResponse };
  };
  teams: {
    create: { kind: "mutation"; input: NewTeam; output: CreateTeamResponse };
    switch: { kind: "mutation"; input: OfTeam; output: SwitchOrganizationResponse };
    rename: { kind: "mutation"; input: TeamName; output: RenameTeamResponse };
    setAutoJoin: { kind: "mutation"; input: TeamAutoJoin; output: SetTeamAutoJoinResponse };
    members: { kind: "query"; input: OfTeam; output: ListTeamMembersResponse };
    setRole: { kind: "mutation"; input: MemberRole; output: SetTeamMemberRoleResponse };
    removeMember: { kind: "mutation"; input: OfMember; output: RemoveTeamMemberResponse };
    leave: { kind: "mutation"; input: OfTeam; output: LeaveTeamResponse };
    invitations: { kind: "query"; input: OfTeam; output: ListTeamInvitationsResponse };
    invite: { kind: "mutation"; input: NewInvitation; output: InviteToTeamResponse };
    resend: { kind: "mutation"; input: OfInvitation; output: ResendTeamInvitationResponse };
    revoke: { kind: "mutation"; input: OfInvitation; output: RevokeTeamInvitationResponse };
    offers: { kind: "query"; input: void; output: ListTeamOffersResponse };
    invitation: { kind: "query"; input: InvitationLink; output: GetInvitationResponse };
    accept: { kind: "mutation"; input: InvitationAnswer; output: AcceptInvitationResponse };
    decline: { kind: "mutation"; input: InvitationAnswer; output: DeclineInvitationResponse };
    join: { kind: "mutation"; input: OfTeam; output: JoinTeamResponse };
  };
  userSettings: {
    updateProfile: { kind: "mutation"; input: ProfileUpdate; output: ProfileUpdate };
    updatePreferences: { kind: "mutation"; input: PreferencesUpdate; output: PreferencesUpdate };
  };
  users: {
    getProfile: { kind: "query"; input: void; output: UserRecord };
  };
};

export const occupations = [
  "Accountant",
  "Analyst",
  "Asset Issuer",
  "Asset Manager",
  "Asset Originator",
  "Auditor",
  "Business Development",
  "Crypto Enthusiast",
  "Application Developer",
  "Protocol Developer",
  "Financial Advisor",
  "Insurance Professional",
  "Investor - Credit",
  "Investor - Equity",
  "Investor - Real Estate",
  "Investor - Other",
  "Journalist/Reporter",
  "Product",
  "Regulator",
  "Risk Manager",
  "Trader",
  "Underwriter",
  "Venture Capitalist",
  "Other",
] as const;

export const acquisitionChannels = [
  "News or Blog Article",
  "Twitter",
  "LinkedIn",
  "Word of Mouth",
  "Search Engine",
  "Podcast",
  "Event or Conference",
  "Government Organization",
  "Industry Association",
  "Prefer Not To Say",
  "Other",
] as const;

export const assetClassInterests = [
  "Private Credit",
  "Public Securities",
  "Stablecoins",
  "Real Estate",
  "Private Funds",
] as const;

export const features = [
  "enable-data-downloads",
  "enable-asset-entity-pages",
  "enable-asset-charting-page",
  "enable-jurisdiction-explorer",
  "enable-api-keys",
  "enable-admin-tools",
  "enable-experimental-features",
] as const;
