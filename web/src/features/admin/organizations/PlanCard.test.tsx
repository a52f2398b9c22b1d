import { fireEvent, screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OrganizationEntry } from "@/api/contract";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { mockServer, sampleEntry, sampleTeam, teamId } from "../adminFixtures";
import { OrganizationScreen, useSubjectOrganization } from "./OrganizationScreen";
import { organizationListing } from "./organizationListing";
import { firstEndDay, refuseEnd } from "./planEnd";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-02T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

function Page() {
  return <OrganizationScreen subject={useSubjectOrganization()} />;
}

function show() {
  return render(<Page />, {
    query: { organizationID: teamId },
    pathname: "/admin/organizations/[organizationID]",
  });
}

const trial = {
  plan: "TRIAL_ALL_ACCESS",
  plan_ends_at: "2026-12-14T23:59:59.999Z",
} satisfies Partial<OrganizationEntry>;

const lastDay = () => screen.getByLabelText(/^Ends on/);
const change = () => screen.getByRole("button", { name: "Change plan" });

async function choose(user: UserEvent, plan: string) {
  await user.click(await screen.findByRole("combobox", { name: "Plan" }));
  await user.click(screen.getByRole("option", { name: plan }));
}

async function confirm(user: UserEvent): Promise<string> {
  await user.click(change());
  const dialog = screen.getByRole("dialog", { name: "Change the plan?" });
  const text = dialog.textContent ?? "";
  await user.click(within(dialog).getByRole("button", { name: "Change plan" }));
  return text;
}

describe("the plan of an organization", () => {
  it("needs the last day of a trial, and sends the end of that day in UTC", async () => {
    const requests = mockServer();
    const { user } = show();
    await screen.findByRole("combobox", { name: "Plan" });
    expect(screen.queryByLabelText(/^Ends on/)).toBeNull();
    await choose(user, "Trial: all access");
    expect(lastDay()).toBeRequired();
    expect(lastDay()).toHaveAccessibleDescription(/at the end of this day in UTC/);
    await user.click(change());
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(lastDay()).toBeInvalid();
    expect(screen.getByRole("alert")).toHaveTextContent("Enter the last day of the trial.");

    for (const refused of ["2026-12-01", "2036-12-03", "2062-12-14"]) {
      fireEvent.change(lastDay(), { target: { value: refused } });
      expect(lastDay()).toBeValid();
      await user.click(change());
      expect(screen.getByRole("alert")).toHaveTextContent("from today to ten years from now");
    }
    fireEvent.change(lastDay(), { target: { value: "2026-12-14" } });
    const asked = await confirm(user);
    expect(asked).toContain("from Free to Trial: all access until 14 Dec 2026");
    const message = await screen.findByText(/Plan changed to Trial: all access until 14 Dec 2026/);
    expect(message).toBeInTheDocument();
    const input = { id: teamId, plan: "TRIAL_ALL_ACCESS", ends_at: "2026-12-14T23:59:59.999Z" };
    expect(requests).toEqual([["setPlan", input]]);
  });

  it("changes the end alone, and removes it with another plan", async () => {
    const requests = mockServer({ "adminOrganizations.get": () => sampleTeam(trial) });
    const { user } = show();
    expect(await screen.findByLabelText(/^Ends on/)).toHaveValue("2026-12-14");
    expect(screen.getByText("14 Dec 2026")).toBeVisible();
    expect(change()).toBeDisabled();
    fireEvent.change(lastDay(), { target: { value: "2026-12-28" } });
    expect(await confirm(user)).toContain(
      "from Trial: all access until 14 Dec 2026 to Trial: all access until 28 Dec 2026",
    );
    await screen.findByText(/Plan changed to Trial: all access until 28 Dec 2026/);

    await choose(user, "Premium: stablecoins");
    expect(lastDay()).toHaveValue("");
    expect(lastDay()).not.toBeRequired();
    expect(await confirm(user)).toContain("to Premium: stablecoins, effective");
    await screen.findByText("Plan changed to Premium: stablecoins.");
    const ends = requests.map(([, input]) => (input as { ends_at: string | null }).ends_at);
    expect(ends).toEqual(["2026-12-28T23:59:59.999Z", null]);
  });

  it("shows a refusal of the server at the field", async () => {
    mockServer({
      "adminOrganizations.get": () => sampleTeam(trial),
      "adminOrganizations.setPlan": () =>
        new CallFailure("BAD_REQUEST", 400, "plan_end_out_of_range"),
    });
    const { user } = show();
    await screen.findByLabelText(/^Ends on/);
    fireEvent.change(lastDay(), { target: { value: "2026-12-02" } });
    await confirm(user);
    expect(await screen.findByText(/from today to ten years from now/)).toBeInTheDocument();
    expect(lastDay()).toBeInvalid();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("names the end in the history, and the installation that ended the plan", async () => {
    mockServer({
      "adminHistory.list": () => ({
        results: [
          sampleEntry({
            action: "organization.plan_ended",
            actor_id: null,
            actor_email: null,
            changes: [
              { field: "plan", before: ["TRIAL_ALL_ACCESS"], after: ["FREE"] },
              { field: "ends_at", before: ["2026-12-14T23:59:59.999Z"], after: [] },
            ],
          }),
        ],
        pagination: { page: 1, perPage: 20, pageCount: 1, resultCount: 1, nextCursor: null },
      }),
    });
    show();
    const entry = (await screen.findByText("Plan ended")).closest("li");
    expect(entry).toHaveTextContent("Trial: all access→ changed to Free");
    expect(entry).toHaveTextContent("Ends on14 Dec 2026→ changed to None");
    expect(entry).toHaveTextContent("By The installation");
  });

  it("stands in the list", () => {
    const column = organizationListing.columns.find(({ id }) => id === "plan_ends_at");
    const { rerender } = render(<div>{column?.cell(sampleTeam(trial).organization)}</div>);
    expect(screen.getByText("14 Dec 2026")).toBeVisible();
    rerender(<div>{column?.cell(sampleTeam().organization)}</div>);
    expect(screen.getByText("No end")).toBeInTheDocument();
  });
});

it("accepts today and ten years, and no end for what has none", () => {
  expect(refuseEnd("TRIAL_STABLECOINS", "2026-12-02")).toBeNull();
  expect(refuseEnd("PREMIUM_ALL_ACCESS", "2036-12-02")).toBeNull();
  expect(refuseEnd("PREMIUM_ALL_ACCESS", "")).toBeNull();
  expect(refuseEnd("FREE", "")).toBeNull();
  expect(refuseEnd("FREE", "2026-12-14")).not.toBeNull();
  expect(refuseEnd("TRIAL_STABLECOINS", "2026-12-01")).not.toBeNull();
});

it("begins with the end of a trial for another trial, and for no other plan", () => {
  const { organization } = sampleTeam(trial);
  expect(firstEndDay("TRIAL_STABLECOINS", organization)).toBe("2026-12-14");
  expect(firstEndDay("PREMIUM_ALL_ACCESS", organization)).toBe("");
  expect(firstEndDay("TRIAL_STABLECOINS", sampleTeam().organization)).toBe("");
});
