import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PlanType, UserRecord } from "@/api/contract";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { PlanScreen } from "./PlanScreen";

function on(type: PlanType, endsAt: string | null = null): UserRecord {
  const organization = {
    ...member.organization,
    plan: { ...member.organization.plan, type, ends_at: endsAt },
  };
  return { ...member, organization };
}

/** Shows the plan and waits until the settings of the installation have arrived. */
async function show(user: UserRecord) {
  server.use(
    http.get("*/config.json", () => HttpResponse.json({ contactTeamEmail: "team@example.com" })),
  );
  const view = render(<PlanScreen user={user} />);
  const contact = await screen.findByRole("link", { name: "team@example.com" });
  expect(contact).toHaveAttribute("href", "mailto:team@example.com");
  return view;
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the plan", () => {
  it.each<[PlanType, string, string]>([
    ["FREE", "Free", "Not specified by this plan"],
    ["TRIAL_ALL_ACCESS", "Trial", "All"],
    ["TRIAL_US_TREASURIES", "Trial", "U.S. Treasuries"],
    ["PREMIUM_PRIVATE_CREDIT", "Premium", "Private Credit"],
    ["PREMIUM_STABLECOINS", "Premium", "Stablecoins"],
  ])("says what its name says: %s", async (type, kind, classes) => {
    await show(on(type));
    expect(screen.getByRole("strong")).toHaveTextContent(kind);
    expect(screen.getByText(classes)).toBeVisible();
    expect(screen.getByText("Your personal organization")).toBeVisible();
  });

  it("names no figure", async () => {
    const { container } = await show(on("PREMIUM_ALL_ACCESS"));
    expect(container.textContent).not.toMatch(/\d/);
  });

  it.each<[PlanType, string, string]>([
    ["TRIAL_ALL_ACCESS", "2026-12-02T12:00:00Z", "Trial ends on 14 Dec 2026 (in 12 days)."],
    ["TRIAL_STABLECOINS", "2026-12-13T23:59:00Z", "Trial ends on 14 Dec 2026 (tomorrow)."],
    ["TRIAL_STABLECOINS", "2026-12-15T00:00:00Z", "Trial ended on 14 Dec 2026."],
    ["PREMIUM_ALL_ACCESS", "2026-12-14T08:00:00Z", "Plan ends on 14 Dec 2026 (today)."],
  ])("says when it ends: %s at %s", async (type, now, text) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    const { container } = await show(on(type, "2026-12-14T23:59:59.999Z"));
    expect(container).toHaveTextContent(`${text} The organization then returns to the free plan.`);
  });

  it("lists the plans of other organizations", async () => {
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
    await show({ ...member, memberships: [...member.memberships, place] });
    const row = screen.getByText("Harbour Desk (sample)").closest("li");
    expect(row).toHaveTextContent("Premium: all access until 31 Jan 2027");
    expect(screen.getByRole("link", { name: "Team" })).toHaveAttribute("href", "/settings/team");
  });
});
