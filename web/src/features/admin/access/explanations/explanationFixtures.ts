import type { AccessDecision, PermittedRole, PolicyLink } from "@/api/contract";
import { assignmentId, policyId, roleId } from "../accessFixtures";

export function policyLink(part: Partial<PolicyLink> = {}): PolicyLink {
  return {
    role_id: roleId,
    role_name: "treasury-desk",
    policy_assignment_id: assignmentId,
    policy_id: policyId,
    policy_version: 3,
    policy_name: "Premium Treasuries",
    effect: "allow",
    obstacles: [],
    conditions: [{ dimension: "asset_class", verdict: "partly" }],
    role_ended_at: null,
    assignment_ended_at: null,
    policy_ended_at: null,
    ...part,
  };
}

export function sampleExplanation(part: Partial<AccessDecision> = {}): AccessDecision {
  return {
    is_allowed: true,
    denial_reason: null,
    links: [policyLink()],
    permissions: [
      {
        where: [{ dimension: "asset_class", operator: "in", ids: [27] }],
        fields: { mode: "all", names: [] },
        time: { max_days_back: 30 },
        limits: { rows_per_response: 500, export_formats: [] },
      },
    ],
    exclusions: [],
    visibility: "part",
    narrowed_by: ["asset_class"],
    is_narrowed_by_days: false,
    is_narrowed_by_interval: false,
    limits: { rows_per_response: 500, export_formats: [] },
    epoch: 1_042,
    key: null,
    ended_roles: [],
    ...part,
  };
}

export function deniedExplanation(part: Partial<AccessDecision> = {}): AccessDecision {
  return sampleExplanation({
    is_allowed: false,
    denial_reason: "policy.not_allowed",
    permissions: [],
    visibility: null,
    narrowed_by: [],
    limits: null,
    ...part,
  });
}

export function permittedRole(part: Partial<PermittedRole> = {}): PermittedRole {
  return {
    role_id: roleId,
    role_name: "treasury-desk",
    visibility: "all",
    users: 412,
    organizations: 1,
    ...part,
  };
}
