import { useUser } from "@/api/account/user";
import type {
  DomainClaim,
  InvitationOffer,
  JoinOffer,
  Organization,
  TeamInvitation,
  TeamMember,
  UserRecord,
} from "@/api/contract";
import { member as person } from "@/testing/records";
import { procedures, server, session } from "@/testing/server";
import { TeamScreen } from "./TeamScreen";

export const team: Organization = {
  id: "organization-2",
  name: "Harbour Desk (sample)",
  domain: null,
  scope: "team",
  plan: {
    id: "plan-2",
    type: "PREMIUM_ALL_ACCESS",
    organization_id: "organization-2",
    ends_at: null,
  },
};

export const ada: TeamMember = {
  user_id: person.id,
  name: null,
  email: person.email,
  role: "owner",
  joined_at: "2026-11-01T09:00:00.000Z",
};

export const bo: TeamMember = {
  ...ada,
  user_id: "user-2",
  email: "bo@example.com",
  role: "member",
};

export const waiting: TeamInvitation = {
  id: "invitation-1",
  email: "cleo@example.com",
  role: "member",
  invited_by: person.email,
  sent_at: "2026-11-19T09:00:00.000Z",
  expires_at: "2026-11-26T09:00:00.000Z",
  expired: false,
};

export const offer: InvitationOffer = {
  id: "invitation-2",
  organization_name: "Quay Partners (sample)",
  role: "member",
  invited_by: "dan@example.com",
  expires_at: "2026-11-26T09:00:00.000Z",
};

export const open: JoinOffer = {
  organization_id: "organization-3",
  organization_name: "Example Works (sample)",
  domain: "example.com",
};

export const claim: DomainClaim = {
  domain: "example.com",
  state: "pending",
  record_name: "_assay.example.com",
  record_value: "assay-verification=0a1b2c",
  claimed_at: "2026-11-20T09:00:00.000Z",
  proved_at: null,
  checked_at: null,
  result: null,
  missed_at: null,
  ends_at: null,
};

export function inTeam(
  role: "owner" | "member" = "owner",
  part: Partial<Organization> = {},
): UserRecord {
  const organization = { ...team, ...part };
  return {
    ...person,
    organization,
    memberships: [
      ...person.memberships,
      { id: "membership-2", role, organization_id: team.id, organization },
    ],
  };
}

type Answers = Parameters<typeof procedures>[0] & { user?: UserRecord };

/** The changes that the page requested. */
export let requests: Array<[string, unknown]>;

/** Notes the call and answers it. */
function noting<Answer>(name: string, answer: Answer) {
  return (input: unknown) => {
    requests.push([name, input]);
    return answer;
  };
}

/** The server's answers by default: an owner with a member and an open invitation. */
export function mockServer({ user = inTeam(), ...handlers }: Answers = {}) {
  requests = [];
  server.use(
    session(person.email),
    procedures({
      "users.getProfile": () => user,
      "search.getInitialSearchGroups": () => [],
      "teams.members": () => ({ results: [ada, bo] }),
      "teams.invitations": () => ({ results: [waiting] }),
      "teams.offers": () => ({ invitations: [], joins: [] }),
      "teams.invitation": () => ({ invitation: offer }),
      "teams.create": noting("create", { organization_id: team.id }),
      "teams.switch": noting("switch", {}),
      "teams.rename": noting("rename", {}),
      "teams.domain": () => ({ claim: null }),
      "teams.claimDomain": noting("claimDomain", { claim }),
      "teams.checkDomain": noting("checkDomain", { claim }),
      "teams.withdrawDomain": noting("withdrawDomain", {}),
      "teams.setRole": noting("setRole", {}),
      "teams.removeMember": noting("removeMember", {}),
      "teams.leave": noting("leave", {}),
      "teams.invite": noting("invite", { invitation: waiting }),
      "teams.resend": noting("resend", { invitation: waiting }),
      "teams.revoke": noting("revoke", {}),
      "teams.accept": noting("accept", { organization_id: team.id }),
      "teams.decline": noting("decline", {}),
      "teams.join": noting("join", {}),
      "teams.dismiss": noting("dismiss", {}),
      ...handlers,
    }),
  );
}

export function Screen() {
  const load = useUser();
  return load.status === "logged-in" ? <TeamScreen user={load.user} /> : null;
}

/** The toast that the user sees. */
export const toast = () => document.querySelector("[data-toast]");
