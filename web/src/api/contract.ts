// Generated from the gateway's registry by `make contract`. Do not edit.

/**
 * How somebody came to the product.
 */
export type AcquisitionChannel = "" | "News or Blog Article" | "Twitter" | "LinkedIn" | "Word of Mouth" | "Search Engine" | "Podcast" | "Event or Conference" | "Government Organization" | "Industry Association" | "Prefer Not To Say" | "Other";

/**
 * What somebody wants to read about.
 */
export type AssetClassInterest = "Private Credit" | "Public Securities" | "Stablecoins" | "Real Estate" | "Private Funds";

/**
 * A part of the interface that can be switched on for a user. It gates no data.
 */
export type Feature = "enable-data-downloads" | "enable-asset-entity-pages" | "enable-asset-charting-page" | "enable-jurisdiction-explorer" | "enable-api-keys" | "enable-admin-tools" | "enable-experimental-features";

/**
 * Every flag with whether it is on.
 */
export type Features = { [flag in Feature]: boolean };

export type ListSessionsResponse = { results: Array<SessionEntry>, };

export type ListUsersRequest = { 
/**
 * Part of the e-mail address or name.
 */
query?: string | null, cursor?: string | null, };

export type ListUsersResponse = { results: Array<UserEntry>, next_cursor: string | null, };

/**
 * A user's place in an organization.
 */
export type Membership = { id: string, role: MembershipRole, organization_id: string, organization: Organization, };

/**
 * What a member may do in an organization.
 */
export type MembershipRole = "owner" | "member";

/**
 * What somebody does for a living.
 */
export type Occupation = "" | "Accountant" | "Analyst" | "Asset Issuer" | "Asset Manager" | "Asset Originator" | "Auditor" | "Business Development" | "Crypto Enthusiast" | "Application Developer" | "Protocol Developer" | "Financial Advisor" | "Insurance Professional" | "Investor - Credit" | "Investor - Equity" | "Investor - Real Estate" | "Investor - Other" | "Journalist/Reporter" | "Product" | "Regulator" | "Risk Manager" | "Trader" | "Underwriter" | "Venture Capitalist" | "Other";

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

export type RevokeOtherSessionsResponse = { revoked: number, };

/**
 * Which session to end.
 */
export type RevokeSession = { id: string, };

export type RevokeSessionResponse = Record<symbol, never>;

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

export type SetUserFeaturesRequest = { id: string, features: Array<Feature>, };

export type SetUserFeaturesResponse = Record<symbol, never>;

export type SetUserRoleRequest = { id: string, role: Role, };

export type SetUserRoleResponse = Record<symbol, never>;

/**
 * How a session began.
 */
export type SignInMethod = "email" | "oidc";

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
