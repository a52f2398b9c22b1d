import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { GetSimulationResponse, PolicyInput } from "@/api/contract";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { mockServer, page, userId } from "../../adminFixtures";
import { historyEntry, mockAccess, policyId } from "../accessFixtures";
import { CallHistoryCard } from "./CallHistoryCard";
import { DecisionsCard } from "./DecisionsCard";
import { dailyDecisions, decisionsText } from "./dailyDecisions";
import { SimulationCard } from "./SimulationCard";

const list = { action: "list", endpoint: "assets" } as const;

describe("the decisions of a policy", () => {
  it("are shown by day and by action", async () => {
    const today = new Date().toISOString().slice(0, 10);
    mockAccess({
      "accessDecisions.histogram": () => ({
        days: [{ day: today, allowed: 1200, narrowed: 3, refused: 1 }],
        actions: [{ ...list, allowed: 1200, narrowed: 3, refused: 1 }],
        lost: 2,
      }),
    });
    render(<DecisionsCard kind="policy" id={policyId} />);
    expect(await screen.findByText("1,204 decisions, 3 narrowed, 1 refused")).toBeVisible();
    const days = screen.getByRole("table", { name: "Decisions by day (UTC)" });
    expect(within(days).getAllByRole("row")).toHaveLength(2);
    const actions = within(screen.getByRole("table", { name: "Decisions by action" }));
    expect(actions.getByRole("row", { name: /List assets/ })).toHaveTextContent("1,20031");
    expect(screen.getByText(/^2 decisions across all roles/)).toBeVisible();
  });

  it("may be none", async () => {
    mockAccess();
    render(<DecisionsCard kind="role" id={policyId} />);
    expect(screen.getByText("Loading the decisions")).toBeInTheDocument();
    expect(await screen.findByText("No decisions in the last 30 days.")).toBeVisible();
  });

  it("are loaded again after a failure", async () => {
    let fails = true;
    mockAccess({
      "accessDecisions.histogram": () =>
        fails ? new CallFailure("SERVICE_UNAVAILABLE", 503) : { days: [], actions: [], lost: 0 },
    });
    const { user } = render(<DecisionsCard kind="assignment" id={policyId} />);
    const again = await screen.findByRole("button", { name: "Try again" });
    fails = false;
    await user.click(again);
    expect(await screen.findByText("No decisions in the last 30 days.")).toBeVisible();
  });

  it("have a place for every day", () => {
    const known = { day: "2026-11-30", allowed: 1, narrowed: 0, refused: 0 };
    const days = dailyDecisions([known], "2026-12-01");
    expect([days.length, days.at(-2), days.at(-1)?.allowed]).toEqual([30, known, 0]);
    expect(decisionsText(known)).toBe("1 decision");
  });
});

/** A form of which the name is the only value. */
function Form() {
  const [name, setName] = useState("");
  const values = name === "" ? null : ({ name } as PolicyInput);
  return (
    <>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <SimulationCard policyId={policyId} values={values} />
    </>
  );
}

describe("a simulation", () => {
  const answer: GetSimulationResponse = {
    sampled_calls: 12,
    refused_calls: 1,
    changed_calls: 5,
    changes: [
      {
        needs: [{ action: "export", endpoint: "assets" }],
        export_format: "csv",
        plan: "plan.premium_all_access",
        before: "allowed",
        after: "refused",
        calls: 4,
        callers: 2,
      },
      {
        needs: [list],
        export_format: null,
        plan: "",
        before: "narrowed",
        after: "narrowed",
        calls: 1,
        callers: 1,
      },
    ],
    is_partial: true,
  };

  it("shows the decisions that change, by action and plan", async () => {
    mockAccess({ "accessDecisions.simulation": () => answer });
    const { user } = render(<SimulationCard policyId={policyId} />);
    await user.click(screen.getByRole("button", { name: "Run simulation" }));
    expect(await screen.findByText(/^Examined: /)).toHaveTextContent(
      "5 calls would be decided differently. Examined: 12 sampled calls and 1 refused call. " +
        "Older calls were left out",
    );
    const rows = within(screen.getByRole("table", { name: "Changed decisions" }));
    expect(rows.getByRole("row", { name: /Export assets as CSV/ })).toHaveTextContent(
      "Premium: all accessAllowed → refused42",
    );
    expect(rows.getByText("Another part of the data")).toBeVisible();
  });

  it("is made with the values of a form, once they are complete", async () => {
    const requests: unknown[] = [];
    mockAccess({
      "accessDecisions.simulation": (input) => {
        requests.push(input);
        return { ...answer, changed_calls: 0, changes: [], is_partial: false };
      },
    });
    const { user } = render(<Form />);
    expect(screen.getByRole("button", { name: "Run simulation with these values" })).toBeDisabled();
    await user.type(screen.getByRole("textbox"), "Closed");
    await user.click(screen.getByRole("button", { name: "Run simulation with these values" }));
    expect(await screen.findByText(/^No call would be decided differently/)).toBeVisible();
    expect(requests).toEqual([{ policy_id: policyId, policy: { name: "Closed" } }]);
    await user.type(screen.getByRole("textbox"), " desk");
    expect(screen.getByText("The values have changed since the last run.")).toBeVisible();
  });

  it("says why it failed", async () => {
    mockAccess({
      "accessDecisions.simulation": () => new CallFailure("BAD_REQUEST", 400, "input_invalid"),
    });
    const { user } = render(<SimulationCard policyId={policyId} />);
    await user.click(screen.getByRole("button", { name: "Run simulation" }));
    expect(await screen.findByText(/A value was not accepted/)).toBeVisible();
  });
});

it("the history of calls says what was refused, how often and why", async () => {
  const refused = historyEntry({
    action: "calls.refused",
    kind: "api_key",
    refusal: "access.denied",
    changes: [
      { field: "minute", before: [], after: ["2026-11-20T09:00:00Z"] },
      {
        field: "calls",
        before: [],
        after: [
          '{"needs":[{"action":"list","endpoint":"assets"}],"export_format":null,"refusal":"access.denied","calls":12}',
          "shortened…",
        ],
      },
    ],
  });
  const filters: unknown[] = [];
  mockServer({
    "accessHistory.list": ({ filter }) => {
      filters.push(filter);
      return { results: [refused], pagination: page };
    },
  });
  render(<CallHistoryCard field="organization_id" id={userId} />);
  const calls = within(await screen.findByRole("list", { name: "Calls for data" }));
  expect(calls.getByText("Refused")).toBeVisible();
  expect(calls.getByText("List assets: 12 calls")).toHaveTextContent(/, no policy allows it$/);
  expect(calls.getByText(/^Further calls/)).toBeVisible();
  expect(calls.getByText(/with an API key/)).toBeVisible();
  expect(JSON.stringify(filters[0])).toContain("calls.refused");
});
