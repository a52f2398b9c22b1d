import type { ApiKey, ApiKeyInput, UserRecord } from "@/api/contract";
import { everyFeature, member } from "@/testing/records";
import { procedures, server, session } from "@/testing/server";

/** A text in the form of a key. */
export const sampleSecret = `ak_live_3fJk29Qz_${"a".repeat(39)}x8Qd1aB2cD`;

const team = {
  ...member.organization,
  id: "organization-2",
  name: "Harbour (sample)",
  scope: "team" as const,
};

/** A user whose active organization is a team. */
export function teamMember(role: "owner" | "member"): UserRecord {
  return {
    ...member,
    features: everyFeature,
    organization: team,
    memberships: [
      ...member.memberships,
      { id: "membership-2", role, organization_id: team.id, organization: team },
    ],
  };
}

export function sampleKey(part: Partial<ApiKey> = {}): ApiKey {
  return {
    id: "3fJk29Qz",
    version: 3,
    name: "Nightly import",
    is_test: false,
    user_id: member.id,
    organization_id: member.organization.id,
    scopes: [],
    ip_cidrs: [],
    last_four: "x8Qd",
    created_at: "2026-11-01T09:00:00.250Z",
    created_by: member.id,
    expires_at: "2099-11-01T09:00:00.250Z",
    last_used_at: null,
    status: "active",
    revoked_at: null,
    revocation_reason: null,
    successor_id: null,
    is_disabled_by_administrator: false,
    ...part,
  };
}

type Calls = Parameters<typeof procedures>[0];

type Created = { is_organization: boolean; is_test: boolean; key: ApiKeyInput };

/** Signs a user in and answers what the pages of keys request. */
export function mockKeys(keys: ReadonlyArray<ApiKey>, calls: Calls = {}, user = member) {
  const created: Created[] = [];
  server.use(
    session(user.email),
    procedures({
      "users.getProfile": () => user,
      "search.getInitialSearchGroups": () => [],
      "apiKeys.list": () => ({ results: [...keys], most_keys: 20 }),
      "apiKeys.create": (input) => {
        created.push(input);
        return { key: sampleKey({ name: input.key.name }), secret: sampleSecret };
      },
      ...calls,
    }),
  );
  return created;
}
