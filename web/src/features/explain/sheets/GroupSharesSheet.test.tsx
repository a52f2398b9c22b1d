import { act, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { AggregateExplanation, GetAggregateRequest, ShareOfWhole } from "@/api/contract";
import { explain } from "@/app-state/numberExplanation";
import { exactSum } from "@/lib/exactSum";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { aggregateExplanation } from "@/testing/timeseriesFixtures";
import { ExplainHost } from "../ExplainHost";

const date = "2026-11-19";
const measure = "bridged_token_value_dollar";
const whole = 10e6;
const parts = [5e6, 2e6, 1e6, 0.8e6, 0.2e6, 0.1e6];
const groups = parts.map(
  (part, place): ShareOfWhole => ({ key: `network-${place}`, part, share: part / whole }),
);
const indexOf = (of: ReadonlyArray<number>) =>
  exactSum(of.map((part) => (100 * (part / whole)) ** 2));

type SheetExample = {
  slug: string;
  value: number;
  share?: Partial<NonNullable<AggregateExplanation["share"]>>;
  part: Partial<AggregateExplanation>;
};

/** The sheet of a number of networks, which do not hold all of the value. */
async function open({ slug, value, share, part }: SheetExample) {
  const requests: GetAggregateRequest[] = [];
  const unit = slug === "concentration" ? "index" : "ratio";
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "networks.list": () => ({
        results: [],
        pagination: { page: 1, perPage: 2, pageCount: 0, resultCount: 0, nextCursor: null },
      }),
      "timeseries.origins": () => ({ runs: [], methods: [], withheld: [], loads: [] }),
      "timeseries.aggregate": (request) => {
        requests.push(request);
        return sampleAnswer([sampleGroup(null, [value])], {
          measure_slug: request.measure,
          unit,
          dates: [date],
        });
      },
      "timeseries.explain": () =>
        aggregateExplanation({
          measure_slug: slug,
          unit,
          value,
          member_measure_slug: measure,
          weight_slug: null,
          share: {
            part: whole,
            whole,
            earlier_date: null,
            earlier_part: null,
            earlier_whole: null,
            groups,
            more_groups: 0,
            undisclosed_share: 0,
            at_most: value,
            ...share,
          },
          ...part,
        }),
    }),
  );
  const { user } = render(<ExplainHost />);
  const of = {
    measure: slug,
    subject_kind: "token",
    weight: measure,
    group_by: "network",
  } as const;
  const request = { ...of, group_limit: 1, interval: "day", from: date, to: date } as const;
  act(() => explain({ kind: "aggregate", of: request, date, name: "Tile" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Explain" }));
  return { user, sheet, requests };
}

afterEach(() => act(() => explain(null)));

/** The mark on each row of a sheet whose total includes sample data. */
const mark = "Sample: The total includes sample data";

describe("the explanation of the share of the largest groups", () => {
  const part: Partial<AggregateExplanation> = {
    method: "top_share",
    measure_name: "Share of the top 5",
    composition: "The share of the 5 largest groups together in Bridged token value.",
  };

  it("is made of these groups alone, whose shares add up to it", async () => {
    const { sheet, requests } = await open({ slug: "top_5_share", value: 0.9, part });
    expect(await sheet.findByText("Share of the top 5: Tile")).toBeVisible();
    expect(sheet.getByRole("button", { name: `network-0 ${mark} $5.00M 50.0000%` })).toBeVisible();
    expect(sheet.getAllByRole("button", { name: /^network-/ })).toHaveLength(5);
    expect(sheet.getByText("The inputs add up to the number.")).toBeVisible();
    expect(
      sheet.getByRole("button", { name: new RegExp(`^Total value ${mark} \\$10,000,000`) }),
    ).toBeVisible();
    expect(sheet.getByText(part.composition ?? "")).toBeVisible();
    expect(sheet.queryByText("At most")).toBeNull();
    // No inputs by token: the groups are those of the tile.
    expect(requests.map(({ group_by: by }) => by)).toEqual(["network"]);
  });

  it("is the largest group alone", async () => {
    const { sheet } = await open({ slug: "top_1_share", value: 0.5, part });
    expect(await sheet.findByRole("button", { name: /^network-0/ })).toBeVisible();
    expect(sheet.queryByRole("button", { name: /^network-1/ })).toBeNull();
  });

  it("leads from a group to its value", async () => {
    const { user, sheet, requests } = await open({ slug: "top_1_share", value: 0.5, part });
    await user.click(await sheet.findByRole("button", { name: /^network-0/ }));
    expect(await sheet.findByText("Bridged token value: network-0")).toBeVisible();
    expect(requests.at(-1)).toMatchObject({ measure, subject_kind: "token" });
    expect(JSON.stringify(requests.at(-1)?.filter)).toContain("network-0");
  });

  it("says what it can be at most where groups are not disclosed", async () => {
    const share = { undisclosed_share: 0.09, at_most: 0.99 };
    const { sheet } = await open({ slug: "top_5_share", value: 0.9, share, part });
    expect(
      await sheet.findByText(/^9\.0000% of the total value has no disclosed network/),
    ).toBeVisible();
    expect(
      sheet.getByText(/^99\.0000% \(0\.99\), if the largest group holds all of it/),
    ).toBeVisible();
  });
});

describe("the explanation of the concentration", () => {
  const part: Partial<AggregateExplanation> = {
    method: "concentration",
    measure_name: "Concentration (HHI)",
    composition: "The sum over all groups of the squared percentage.",
  };

  it("is the sum of the squared shares of all groups", async () => {
    const value = indexOf(parts);
    const { sheet } = await open({ slug: "concentration", value, part });
    expect(await sheet.findByText("Concentration (HHI): Tile")).toBeVisible();
    expect(
      sheet.getByRole("button", { name: `network-0 ${mark} $5.00M · 50.0000% 2,500` }),
    ).toBeVisible();
    expect(sheet.getAllByRole("button", { name: /^network-/ })).toHaveLength(6);
    expect(sheet.getByText("The inputs add up to the number.")).toBeVisible();
    expect(sheet.getByText(/A group contributes its share squared, times 10,000\.$/)).toBeVisible();
  });

  it("sums the groups that are not listed in one line", async () => {
    const value = indexOf(parts);
    const share = { groups: groups.slice(0, 2), more_groups: 4 };
    const { sheet } = await open({ slug: "concentration", value, share, part });
    const more = within((await sheet.findByText("4 more")).closest("li") ?? document.body);
    // 10%, 8%, 2% and 1% of the value.
    expect(more.getByText("169")).toBeVisible();
    expect(sheet.getAllByText("3,069")).not.toHaveLength(0);
  });
});
