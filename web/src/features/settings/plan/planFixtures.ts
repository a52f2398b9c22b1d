import { endpointLabels } from "@/api/accessWords";
import type {
  Endpoint,
  GetPlanResponse,
  PlanPart,
  PlanType,
  PlanWithUse,
  RequestedPlan,
} from "@/api/contract";
import { member } from "@/testing/records";
import { procedures, server, session } from "@/testing/server";

const endpoints = Object.keys(endpointLabels) as Endpoint[];

function samplePart(part: Partial<PlanPart> = {}): PlanPart {
  return {
    description: "All data, within the rates of Free.",
    effect: "allow",
    actions: ["list", "read", "timeseries", "aggregate", "stream", "export"],
    endpoints,
    where: [],
    fields: { mode: "all", names: [] },
    time: {},
    limits: { requests_per_second: 50, burst: 3000, export_formats: [] },
    ...part,
  };
}

const headline = samplePart({
  description: "Headline measures",
  endpoints: ["asset_timeseries", "protocol_timeseries"],
  where: [{ dimension: "measure", operator: "in", ids: [1, 2] }],
  time: { max_days_back: 365, granularity_min: "day" },
  limits: {
    rows_per_response: 500,
    requests_per_second: 2,
    burst: 40,
    requests_per_day: 2000,
    export_formats: ["csv"],
    export_rows: 5000,
  },
});

/** The plans of an installation in which plans differ in data. */
export const tieredPlans = [
  { plan: "FREE" as const, parts: [headline] },
  {
    plan: "PREMIUM_STABLECOINS" as const,
    parts: [
      headline,
      samplePart({
        description: "Stablecoins",
        where: [{ dimension: "asset_class", operator: "in", ids: [28] }],
      }),
    ],
  },
];

function samplePlan(part: Partial<GetPlanResponse> = {}): GetPlanResponse {
  const plan = (type: PlanType, rate: number) => ({
    plan: type,
    parts: [
      samplePart({ limits: { requests_per_second: rate, burst: rate * 60, export_formats: [] } }),
    ],
  });
  return {
    organization_id: member.organization.id,
    plan: "FREE",
    ends_at: null,
    plans: [plan("FREE", 50), plan("TRIAL_ALL_ACCESS", 100), plan("PREMIUM_ALL_ACCESS", 500)],
    has_further_access: false,
    calls_by_day: [],
    open_request: null,
    is_owner: true,
    takes_requests: true,
    ...part,
  };
}

export const sampleRequest: RequestedPlan = {
  id: "request-1",
  plan: "PREMIUM_ALL_ACCESS",
  message: "We import all assets each night.",
  user_id: member.id,
  requested_at: "2026-11-30T09:00:00.250Z",
  closes_at: "2026-12-30T09:00:00.250Z",
};

export function sampleUse(part: Partial<GetPlanResponse> = {}): PlanWithUse {
  const requests = { limit: 3000, used: 120, window_seconds: 60, whole_in_seconds: 3 };
  return {
    plan: samplePlan(part),
    rates: { requests, requests_per_day: null, rows_per_day: null },
  };
}

/** Signs a user in and answers what the page requests. */
export function mockPlan(
  answer: NonNullable<Parameters<typeof procedures>[0]["plans.get"]>,
  calls: Parameters<typeof procedures>[0] = {},
) {
  server.use(
    session(member.email),
    procedures({
      "users.getProfile": () => member,
      "search.getInitialSearchGroups": () => [],
      "plans.get": answer,
      ...calls,
    }),
  );
}
