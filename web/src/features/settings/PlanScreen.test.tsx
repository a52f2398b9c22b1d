import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { PlanType, UserRecord } from "@/api/contract";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { PlanScreen } from "./PlanScreen";

function on(type: PlanType): UserRecord {
  const organization = {
    ...member.organization,
    plan: { ...member.organization.plan, type },
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
    expect(row).toHaveTextContent("Premium: all access");
    expect(screen.getByRole("link", { name: "Team" })).toHaveAttribute("href", "/settings/team");
  });
});
