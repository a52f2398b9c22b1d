import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  longestPlanMessage,
  type PlanType,
  planTypeLabels,
  type RequestPlanRequest,
  type UserRecord,
} from "@/api/contract";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { CallFailure, server, unavailable } from "@/testing/server";
import { PlanScreen } from "./PlanScreen";
import { mockPlan, sampleRequest, sampleUse, tieredPlans } from "./planFixtures";

function on(type: PlanType, endsAt: string | null = null): UserRecord {
  const organization = {
    ...member.organization,
    plan: { ...member.organization.plan, type, ends_at: endsAt },
  };
  return { ...member, organization };
}

function show(user: UserRecord = member) {
  return render(<PlanScreen user={user} />, { pathname: "/settings/plan" });
}

/** A card, once the terms of the plan are loaded. */
async function card(title: string) {
  await screen.findByRole("heading", { level: 2, name: "Request another plan" });
  const heading = screen.getByRole("heading", { level: 2, name: title });
  return within(heading.closest("section") as HTMLElement);
}

const toastText = () => document.querySelector("[data-toast]")?.textContent;

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
});

describe("the plan of the organization", () => {
  it.each<PlanType>(["FREE", "TRIAL_ALL_ACCESS", "PREMIUM_STABLECOINS"])(
    "is named before its terms are loaded: %s",
    async (type) => {
      mockPlan(() => sampleUse());
      show(on(type));
      expect(screen.getByRole("strong")).toHaveTextContent(planTypeLabels[type]);
      expect(screen.getByText("The plan of your personal organization.")).toBeVisible();
      expect(screen.getByText("Loading the terms of the plan")).toBeInTheDocument();
      await card("Compare plans");
    },
  );

  it.each<[PlanType, string, string]>([
    ["TRIAL_ALL_ACCESS", "2026-12-02T12:00:00Z", "Trial ends on 14 Dec 2026 (in 12 days)."],
    ["TRIAL_STABLECOINS", "2026-12-13T23:59:00Z", "Trial ends on 14 Dec 2026 (tomorrow)."],
    ["TRIAL_STABLECOINS", "2026-12-15T00:00:00Z", "Trial ended on 14 Dec 2026."],
    ["PREMIUM_ALL_ACCESS", "2026-12-14T08:00:00Z", "Plan ends on 14 Dec 2026 (today)."],
  ])("says when it ends: %s at %s", async (type, now, text) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    mockPlan(() => sampleUse());
    const { container } = show(on(type, "2026-12-14T23:59:59.999Z"));
    expect(container).toHaveTextContent(`${text} The organization then returns to the free plan.`);
    await card("Compare plans");
  });

  it("lists the plans of other organizations", async () => {
    mockPlan(() => sampleUse());
    const organization = {
      id: "organization-2",
      name: "Harbour Desk (sample)",
      domain: null,
      scope: "team" as const,
      plan: {
        id: "plan-2",
        type: "PREMIUM_ALL_ACCESS" as const,
        organization_id: "organization-2",
        ends_at: "2027-01-31T23:59:59.999Z",
      },
    };
    const place = {
      id: "membership-2",
      role: "member" as const,
      organization_id: organization.id,
      organization,
    };
    show({ ...member, memberships: [...member.memberships, place] });
    const row = screen.getByText("Harbour Desk (sample)").closest("li");
    expect(row).toHaveTextContent("Premium: all access until 31 Jan 2027");
    await card("Compare plans");
  });
});

describe("the terms and the use", () => {
  it("say plainly that all plans have all data", async () => {
    mockPlan(() => sampleUse({ has_further_access: true }));
    show();
    const terms = await card("Included in your plan");
    expect(terms.getByText("Every plan of this installation includes all data.")).toBeVisible();
    expect(terms.getByRole("rowheader", { name: "All data" })).toBeVisible();
    expect(terms.getByText("50 a second, up to 3,000 at once")).toBeVisible();
    expect(terms.getByText(/further access/)).toBeVisible();
    const compared = await card("Compare plans");
    const headers = compared.getAllByRole("columnheader").map((each) => each.textContent);
    expect(headers).toEqual(["Plan", "Requests per second"]);
    expect(compared.getByRole("row", { name: /Free Your plan/ })).toHaveAttribute("aria-current");
  });

  it("say what differs between plans", async () => {
    mockPlan(() => sampleUse({ plans: tieredPlans, plan: "PREMIUM_STABLECOINS" }));
    show(on("PREMIUM_STABLECOINS"));
    const terms = await card("Included in your plan");
    expect(terms.getAllByRole("rowheader")).toHaveLength(2);
    expect(terms.getByText("Last 365 days")).toBeVisible();
    const compared = await card("Compare plans");
    const row = compared.getByRole("row", { name: /Premium: stablecoins/ });
    expect(row).toHaveTextContent("AllOther classes: last 365 days");
  });

  it("show how much of the rates is used", async () => {
    const day = { limit: 2000, used: 1900, window_seconds: 86_400, whole_in_seconds: 82_080 };
    const calls = [{ day: new Date().toISOString().slice(0, 10), calls: 7, refused: 2 }];
    const answer = sampleUse({ calls_by_day: calls });
    mockPlan(() => ({ ...answer, rates: { ...answer.rates, requests_per_day: day } as never }));
    show();
    const use = await card("Usage");
    const meter = use.getByRole("meter", { name: "Requests per day" });
    expect(meter).toHaveAttribute("aria-valuetext", "1,900 of 2,000");
    expect(use.getByText("Nearly used up")).toBeVisible();
    expect(use.getByText("120 of 3,000")).toBeVisible();
    expect(use.getByText("7 calls, 2 refused")).toBeVisible();
  });

  it("say what is missing while the counters cannot be read", async () => {
    mockPlan(() => ({ ...sampleUse(), rates: null }));
    show();
    const use = await card("Usage");
    expect(use.getByText(/Current usage is not available/)).toBeVisible();
    expect(use.getByText("No calls in the last 30 days.")).toBeVisible();
  });

  it("can be loaded again, and say who has no plan", async () => {
    let failure: CallFailure | null = unavailable;
    mockPlan(() => failure ?? sampleUse());
    const { user, unmount } = show();
    const again = await screen.findByRole("button", { name: "Try again" });
    failure = null;
    await user.click(again);
    await card("Included in your plan");
    unmount();
    mockPlan(() => new CallFailure("FORBIDDEN", 403, "membership_required"));
    show();
    expect(await screen.findByRole("link", { name: "Choose an organization" })).toHaveAttribute(
      "href",
      "/settings/team",
    );
  });
});

describe("a request for more", () => {
  it("is checked, sent and shown while it is open", async () => {
    const sent: RequestPlanRequest[] = [];
    mockPlan(() => sampleUse({ open_request: sent.length > 0 ? sampleRequest : null }), {
      "plans.request": (input) => {
        sent.push(input);
        return { request: sampleRequest };
      },
    });
    const { user } = show();
    const form = await card("Request another plan");
    await user.click(form.getByRole("button", { name: "Send request" }));
    expect(form.getByText("Choose a plan.")).toBeVisible();
    expect(form.getByText("Enter a message.")).toBeVisible();
    await user.click(form.getByRole("combobox", { name: /Plan/ }));
    expect(await screen.findAllByRole("option")).toHaveLength(2);
    await user.click(screen.getByRole("option", { name: "Premium: all access" }));
    const message = form.getByRole("textbox", { name: /Message/ });
    await user.click(message);
    await user.paste("x".repeat(longestPlanMessage + 1));
    await user.click(form.getByRole("button", { name: "Send request" }));
    expect(form.getByText("Shorten the message: it has 2,001 characters.")).toBeVisible();
    await user.clear(message);
    await user.type(message, " We import all assets each night. ");
    await user.click(form.getByRole("button", { name: "Send request" }));
    await waitFor(() => expect(toastText()).toContain("Your request was sent"));
    expect(sent).toEqual([
      { plan: "PREMIUM_ALL_ACCESS", message: "We import all assets each night." },
    ]);
    expect(await screen.findByText(/was requested on/)).toHaveTextContent("30 Nov 2026");
    expect(screen.queryByRole("button", { name: "Send request" })).toBeNull();
  });

  it("says why it was refused", async () => {
    mockPlan(() => sampleUse(), {
      "plans.request": () => new CallFailure("CONFLICT", 409, "plan_request_open"),
    });
    const { user } = show();
    const form = await card("Request another plan");
    await user.click(form.getByRole("combobox", { name: /Plan/ }));
    await user.click(await screen.findByRole("option", { name: "Trial: all access" }));
    await user.type(form.getByRole("textbox", { name: /Message/ }), "More");
    await user.click(form.getByRole("button", { name: "Send request" }));
    expect(await screen.findByText(/has an open request already/)).toBeVisible();
  });

  it("is for owners, where the installation takes any", async () => {
    mockPlan(() => sampleUse({ is_owner: false }));
    const { unmount } = show();
    expect(await screen.findByText(/Only owners of the organization/)).toBeVisible();
    unmount();
    mockPlan(() => sampleUse({ takes_requests: false }));
    server.use(
      http.get("*/config.json", () => HttpResponse.json({ contactTeamEmail: "team@example.com" })),
    );
    show();
    expect(await screen.findByRole("link", { name: "team@example.com" })).toHaveAttribute(
      "href",
      "mailto:team@example.com",
    );
  });
});
