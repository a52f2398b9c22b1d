import { screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { describe, expect, it, vi } from "vitest";
import type { Query } from "@/api/contract";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { ExploreScreen } from "./ExploreScreen";
import { assetPreset, loanPreset } from "./presets";

const record = {
  id: 1,
  subject_kind: "token",
  subject_slug: "ethereum:0xa1",
  subject_name: "Alder Fund (sample)",
  network_slug: null,
  measure_slug: "holding_addresses_count",
  measure_name: "Holders",
  kind: "stock",
  unit: "count",
  source: "sample",
  carry_days: 7,
  visible_to: "everybody",
  is_redistributable: true,
  licence: "own work, Apache-2.0",
  is_sample: true,
} as const;

/** Only series are searched for: any other request fails the test. */
function show(search: string, screenOf: ReactElement) {
  const lists: Query[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.list": (input) => {
        lists.push(input);
        const pagination = { page: 1, perPage: 30, pageCount: 1, resultCount: 1, nextCursor: null };
        return { results: [record], pagination };
      },
    }),
  );
  const path = "/assets/timeseries";
  const rendered = render(screenOf, {
    pathname: path,
    asPath: `${path}?${search}`,
  });
  return { lists, ...rendered };
}

const cohorts = (
  <ExploreScreen preset={assetPreset} Holders={({ token }) => <p>Holders of {token}</p>} />
);

const vintages = <ExploreScreen preset={loanPreset} Vintages={() => <p>All vintages</p>} />;

describe("a view that is no chart of series", () => {
  it("shows the holders of the token that its address names", async () => {
    show("view=cohorts&series=token:ethereum:0xa1", cohorts);
    expect(await screen.findByText("Holders of ethereum:0xa1")).toBeVisible();
    expect(screen.getByRole("radio", { name: "Holder cohorts" })).toBeChecked();
    expect(screen.queryByRole("grid")).toBeNull();
  });

  it("asks for a token first, among those with a number of holders", async () => {
    const { user, router, lists } = show("view=cohorts&series=asset:alder", cohorts);
    expect(await screen.findByText("No token selected")).toBeVisible();
    expect(screen.getByText(/by the month, quarter or year in which/)).toBeVisible();
    await user.type(screen.getByRole("combobox", { name: "Token" }), "ald");
    await user.click(await screen.findByRole("option", { name: /Alder Fund/ }));
    const [, search] = String(vi.mocked(router.push).mock.lastCall?.[0]).split("?");
    const address = new URLSearchParams(search);
    expect(address.getAll("view")).toEqual(["cohorts"]);
    expect(address.getAll("series")).toEqual(["token:ethereum:0xa1"]);
    expect(JSON.stringify(lists)).toContain("holding_addresses_count");
  });

  it("is left for groups and series", async () => {
    const { user, router } = show("view=vintages", vintages);
    expect(await screen.findByText("All vintages")).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Groups" }));
    expect(vi.mocked(router.push).mock.lastCall?.[0]).not.toContain("view=");
  });
});
