import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { GetHolderCohortsResponse } from "@/api/contract";
import { saveFile } from "@/lib/browser/saveFile";
import { textOf } from "@/testing/files";
import { cohortsAnswer, holderDay } from "@/testing/holderFixtures";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, unauthorized } from "@/testing/server";
import { load } from "@/testing/timeseriesFixtures";
import { HolderCohorts } from "./HolderCohorts";
import "@/testing/charts";

vi.mock("@/lib/browser/saveFile", async (original) => ({
  ...(await original<typeof import("@/lib/browser/saveFile")>()),
  saveFile: vi.fn(),
}));

const start = { month: "2025-10", is_from_start: true, holder_count: 2, units: 60 };

const known = cohortsAnswer(
  [
    holderDay("2025-10-31", { cohorts: [start], is_complete: true }),
    holderDay("2025-11-30", {
      known_count: 2,
      cohorts: [
        { ...start, holder_count: 1, units: 35 },
        { month: "2025-11", is_from_start: false, holder_count: 1, units: 25 },
      ],
      changes: {
        since: "2025-10-31",
        is_since_complete: true,
        new_count: 1,
        new_units: 25,
        retained_count: 1,
        retained_units: 35,
        exited_count: 3,
        exited_units: 26,
      },
    }),
  ],
  [load({ source: "Ledger of Alder" })],
);

function show(answer: GetHolderCohortsResponse | CallFailure, asPath = "/") {
  const requests: string[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "holders.cohorts": ({ token_slug: slug }) => {
        requests.push(slug);
        return answer;
      },
    }),
  );
  return {
    requests,
    ...render(<HolderCohorts token="alder-fund-harbour" />, { asPath, isReady: true }),
  };
}

const title = "New, retained and exited holders";
const table = () => screen.findByRole("region", { name: title });

describe("cohorts of holders", () => {
  it("stand in a chart by the month in which their addresses appeared", async () => {
    show(known);
    await screen.findByRole("row", { name: /Oct 2025 or earlier/ });
    const chart = screen.getByRole("region", { name: /^Holders by month of first appear/ });
    expect(within(chart).getByText("Nov 2025")).toBeVisible();
    expect(within(chart).getByRole("row", { name: /Other holders/ })).toBeVisible();
    expect(within(chart).getByText(/Issuer excluded\.$/)).toBeVisible();
    expect(within(chart).getByText(/^Other holders: circulating units of/)).toBeVisible();
  });

  it("are drawn as the address says, which keeps what is chosen", async () => {
    const { user, router } = show(
      known,
      "/assets/alder-fund?cohorts_group_by=year&cohorts_style=share",
    );
    expect(await screen.findByRole("radio", { name: "Share" })).toBeChecked();
    const chart = screen.getByRole("region", { name: /^Holders by year of first appear/ });
    await user.click(within(chart).getByRole("radio", { name: "Month" }));
    const address = () => vi.mocked(router.push).mock.calls.at(-1)?.[0];
    expect(address()).toBe("/assets/alder-fund?cohorts_style=share");
    await user.click(within(chart).getByRole("radio", { name: "Bars" }));
    expect(address()).toBe("/assets/alder-fund?cohorts_style=bar");
  });

  it("say how many holders are new, retained or exited, and of which days all are known", async () => {
    show(known);
    const row = await within(await table()).findByRole("row", { name: /30 Nov 2025/ });
    const cells = within(row).getAllByRole("cell");
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      "Explain, New holders, 30 Nov 2025, 1",
      "Explain, Retained holders, 30 Nov 2025, 1",
      "Explain, Exited holders, 30 Nov 2025, 3",
      "Explain, Units of new holders, 30 Nov 2025, 25",
      "Explain, Units of retained holders, 30 Nov 2025, 35",
      "Explain, Units of exited holders, 30 Nov 2025, 26",
      "LargestExplain, Known holders, 30 Nov 2025, 2",
    ]);
    expect(screen.getByText(/an exited one may still hold less/)).toBeVisible();
    expect(screen.queryByRole("row", { name: /^31 Oct 2025/ })).not.toBeInTheDocument();
  });

  it("lead from each number to its definition", async () => {
    const { user } = show(known);
    const row = await within(await table()).findByRole("row", { name: /30 Nov 2025/ });
    const buttons = within(row).getAllByRole("button", { name: /^Explain/ });
    expect(buttons).toHaveLength(7);
    const exited = within(row).getByRole("button", { name: /^Explain, Exited holders/ });
    await user.click(exited);
    expect(exited).toHaveAttribute("aria-pressed", "true");
    const units = within(row).getByRole("button", { name: /^Explain, Units of exited/ });
    expect(units).toHaveAttribute("aria-pressed", "false");
  });

  it("are a file with where they come from", async () => {
    const { user } = show(known);
    await screen.findByRole("row", { name: /30 Nov 2025/ });
    await user.click(within(await table()).getByRole("button", { name: "CSV" }));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    const [blob] = vi.mocked(saveFile).mock.calls[0] ?? [];
    const text = await textOf(blob);
    expect(text).toContain("# SAMPLE DATA");
    expect(text).toContain("# Source: Ledger of Alder");
    expect(text).toContain("2025-11-30,2025-10-31,2,false,true,1,1,3,25,35,26,");
  });

  it("need a second day with balances", async () => {
    show({ ...known, results: known.results.slice(0, 1) });
    expect(await screen.findByText("No earlier holder data")).toBeVisible();
  });

  it("can be requested again when they could not be loaded", async () => {
    const { requests, user } = show(new CallFailure("INTERNAL_SERVER_ERROR", 500));
    const region = await table();
    const again = await within(region).findByRole("button", { name: /Try again|Retry/ });
    const before = requests.length;
    await user.click(again);
    await waitFor(() => expect(requests.length).toBeGreaterThan(before));
  });
});
