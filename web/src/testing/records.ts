import { features, type SessionEntry, type UserRecord } from "@/api/contract";

const organization = {
  id: "organization-1",
  name: "ada@example.com",
  domain: null,
  scope: "personal",
  plan: { id: "plan-1", type: "FREE", organization_id: "organization-1", ends_at: null },
} satisfies UserRecord["organization"];

function allFeatures(enabled: boolean): UserRecord["features"] {
  return Object.fromEntries(features.map((name) => [name, enabled])) as UserRecord["features"];
}

export const everyFeature = allFeatures(true);

export const newcomer: UserRecord = {
  id: "user-1",
  name: null,
  email: "ada@example.com",
  emailVerified: "2026-11-01T09:00:00.000Z",
  image: null,
  role: "CUSTOMER",
  organization,
  profile: {
    occupation: "",
    acquisitionChannel: "",
    assetClassInterests: [],
    shouldReceiveMarketing: false,
  },
  preferences: { darkMode: false },
  memberships: [
    { id: "membership-1", role: "owner", organization_id: organization.id, organization },
  ],
  features: allFeatures(false),
  intercom_hmac: null,
  passkeyRequired: false,
  erasureDueAt: null,
};

export const member: UserRecord = {
  ...newcomer,
  profile: {
    occupation: "Analyst",
    acquisitionChannel: "Podcast",
    assetClassInterests: ["Stablecoins"],
    shouldReceiveMarketing: true,
  },
};

export const thisSession: SessionEntry = {
  id: "session-1",
  current: true,
  created_at: "2026-11-19T09:36:00.000Z",
  last_seen_at: "2026-11-20T09:36:00.000Z",
  expires_at: "2026-12-19T09:36:00.000Z",
  method: "email",
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  network: "192.0.2.0/24",
};

export const otherSession: SessionEntry = {
  ...thisSession,
  id: "session-2",
  current: false,
  method: "oidc",
  user_agent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
};
