export type Role = "CUSTOMER" | "ADMIN";
export type OrganizationScope = "personal" | "team";
export type MembershipRole = "owner" | "member";
export type SignInMethod = "email" | "oidc";
export type PlanType =
  | "FREE"
  | "TRIAL_ALL_ACCESS"
  | "TRIAL_PRIVATE_CREDIT"
  | "TRIAL_US_TREASURIES"
  | "TRIAL_STABLECOINS"
  | "PREMIUM_ALL_ACCESS"
  | "PREMIUM_PRIVATE_CREDIT"
  | "PREMIUM_US_TREASURIES"
  | "PREMIUM_STABLECOINS";

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
export type Occupation = "" | (typeof occupations)[number];

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
export type AcquisitionChannel = "" | (typeof acquisitionChannels)[number];

export const assetClassInterests = [
  "Private Credit",
  "Public Securities",
  "Stablecoins",
  "Real Estate",
  "Private Funds",
] as const;
export type AssetClassInterest = (typeof assetClassInterests)[number];

export const features = [
  "enable-data-downloads",
  "enable-asset-entity-pages",
  "enable-asset-charting-page",
  "enable-jurisdiction-explorer",
  "enable-api-keys",
  "enable-admin-tools",
  "enable-experimental-features",
] as const;
export type Feature = (typeof features)[number];

export type Plan = { id: string; type: PlanType; organization_id: string };
export type Organization = {
  id: string;
  name: string;
  domain: string | null;
  scope: OrganizationScope;
  plan: Plan;
};
export type Membership = {
  id: string;
  role: MembershipRole;
  organization_id: string;
  organization: Organization;
};
export type Profile = {
  occupation: Occupation;
  acquisitionChannel: AcquisitionChannel;
  assetClassInterests: Array<AssetClassInterest>;
  shouldReceiveMarketing: boolean;
};
export type Preferences = { darkMode: boolean };
export type UserRecord = {
  id: string;
  name: string | null;
  email: string;
  emailVerified: string | null;
  image: string | null;
  role: Role;
  organization: Organization;
  profile: Profile;
  preferences: Preferences;
  memberships: Array<Membership>;
  features: Record<Feature, boolean>;
  intercom_hmac: string | null;
};
export type SessionEntry = {
  id: string;
  current: boolean;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  method: SignInMethod;
  user_agent: string;
  network: string;
};
export type SearchItem = {
  id: string;
  label: string;
  subtitle: string | null;
  href: string;
  icon: string | null;
};
export type SearchGroup = { key: string; label: string; items: Array<SearchItem> };

export type Procedures = {
  users: { getProfile: { kind: "query"; input: void; output: UserRecord } };
  userSettings: {
    updateProfile: { kind: "mutation"; input: { profile: Profile }; output: { profile: Profile } };
    updatePreferences: {
      kind: "mutation";
      input: { preferences: Preferences };
      output: { preferences: Preferences };
    };
  };
  sessions: {
    list: { kind: "query"; input: void; output: { results: Array<SessionEntry> } };
    revoke: { kind: "mutation"; input: { id: string }; output: Record<string, never> };
    revokeOthers: { kind: "mutation"; input: void; output: { revoked: number } };
  };
  search: { getInitialSearchGroups: { kind: "query"; input: void; output: Array<SearchGroup> } };
  analytics: {
    track: {
      kind: "mutation";
      input: {
        name: string;
        logRocketSessionUrl: string | null;
        properties: { pathname: string };
      };
      output: void;
    };
  };
};
