import { render as renderBare, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { GetAggregateRequest, SeriesGroup } from "@/api/contract";
import { sampleAsset } from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized, unavailable } from "@/testing/server";
import { assetListing } from "../listings/assetListing";
import { assetNumberColumns } from "../listings/assetNumberColumns";
import { poolListing } from "../listings/creditListings";
import { defaultColumns } from "../table/columnChoice";
import { fileNumbers } from "./fileNumbers";
import { NumberCell } from "./NumberCell";
import { listNumbers } from "./numbers";
import {
  numberOf,
  numberRequests,
  type RowNumbers,
  shownNumbers,
  useMarkedFacts,
  WithRowNumbers,
} from "./rowNumbers";

const day = "2026-11-19";
const { columns } = assetListing;
const usual = shownNumbers(assetListing.numbers, columns, defaultColumns(columns)) ?? {
  subject: "asset",
  by: "asset",
  columns: {},
};

describe("the numbers of the rows of a list", () => {
  it("are requested for all rows at once, by measure and day", () => {
    const requests = numberRequests(usual, ["alder-fund", "birch"], day);
    expect(requests.map(({ measure, from }) => `${measure} ${from}`)).toEqual([
      "bridged_token_value_dollar 2026-11-19",
      "bridged_token_market_cap_dollar 2026-11-19",
      "bridged_token_value_dollar 2026-10-20",
      "bridged_token_market_cap_dollar 2026-10-20",
      "holding_addresses_count 2026-11-19",
    ]);
    const rows = { operator: "in", field: "asset", value: ["alder-fund", "birch"] };
    const others = { operator: "notEquals", field: "class_group", value: "stablecoins" };
    for (const { measure, filter, group_by: by, counts_feeders: countsFeeders } of requests) {
      expect(countsFeeders, "a feeder fund has its own value").toBe(true);
      // Stablecoins are worth their market price, even where a net asset value is known.
      const isNav = measure === "bridged_token_value_dollar";
      expect(filter).toEqual(isNav ? { operator: "and", filters: [others, rows] } : rows);
      expect(by).toBe("asset");
    }
  });

  it("cover a stretch of days where they add up, and stand apart from a fixed number", () => {
    const numbers = listNumbers("assets");
    const requests = numberRequests(numbers, ["alder-fund"], day);
    const volume = requests.find(({ measure }) => measure === "daily_transfer_volume_dollar");
    expect(volume).toMatchObject({ from: "2026-10-21", to: day });
    const { volume_30d: sum, off_peg: off } = numbers.columns;
    expect(sum && numberOf(sum, (_, days, over) => (days === 0 && over === 30 ? 12 : null))).toBe(
      12,
    );
    expect(off && numberOf(off, () => 0.995)).toBeCloseTo(-0.005);
  });

  it("change from a value of the same measure, or of the substitute at both ends", () => {
    const change = { measure: "value", otherwise: "cap", since: 30 };
    const changeOf = (values: Record<string, number>) =>
      numberOf(change, (measure, days) => values[`${measure} ${days}`] ?? null);
    expect(changeOf({ "value 0": 20, "value 30": 10, "cap 30": 5 })).toBe(1);
    expect(changeOf({ "cap 0": 20, "value 30": 10, "cap 30": 16 })).toBe(0.25);
    expect(changeOf({ "value 0": 20, "cap 30": 10 }), "no value of today against a cap").toBeNull();
  });

  it("are, of pools, those of each by its slug, in files as in the list", () => {
    const requests = numberRequests(listNumbers("pools"), ["quay-pool"], day);
    for (const request of requests) {
      const filter = { operator: "in", field: "slug", value: ["quay-pool"] };
      expect(request).toMatchObject({ subject_kind: "pool", group_by: "token", filter });
    }
    const file = fileNumbers(listNumbers("pools"), poolListing.columns);
    expect(file).toMatchObject({ subject_kind: "pool", group_by: "token", filter: null });
    const inFile = Object.values(file?.columns ?? {}).map(({ measure }) => measure);
    expect(inFile.toSorted()).toEqual(requests.map(({ measure }) => measure).toSorted());
    expect(inFile).toHaveLength(5);
  });

  it("count the members that each column names, where a list has no filter for all of them", () => {
    const requests = numberRequests(listNumbers("networks"), ["harbour-chain"], day);
    const ofMeasure = (measure: string) => requests.find((request) => request.measure === measure);
    const money = { operator: "equals", field: "class_group", value: "stablecoins" };
    const stable = ofMeasure("bridged_token_market_cap_dollar")?.filter?.filters;
    expect(stable).toContainEqual(money);
    for (const measure of ["bridged_token_value_dollar", "daily_transfer_volume_dollar"]) {
      const filter = JSON.stringify(ofMeasure(measure)?.filter);
      expect(filter, measure).toContain('"distributed"');
      expect(filter, measure).not.toContain(JSON.stringify(money));
    }
    expect(ofMeasure("daily_transfer_volume_dollar")?.from).toBe("2026-10-21");
    const file = fileNumbers(listNumbers("networks"), [
      { id: "distributed_value" },
      { id: "stablecoin_value" },
    ]);
    expect(file?.filter).toBeNull();
    expect(file?.columns.stablecoin_value?.only).toEqual(money);
    expect(file?.columns.distributed_value?.only).toEqual(
      listNumbers("networks").columns.holders?.only,
    );
  });

  it("never make a query too long for an address, and request nothing without rows", () => {
    const slugs = Array.from({ length: 120 }, (_, index) => `asset-${index}`);
    expect(numberRequests(usual, slugs, day)).toHaveLength(15);
    expect(numberRequests(usual, [], day)).toHaveLength(0);
    expect(numberRequests(listNumbers("networks"), [], day)).toHaveLength(0);
  });

  it("fall back, change by a part of themselves, and relate to a whole", () => {
    const known: Record<string, number> = {
      "bridged_token_market_cap_dollar 0": 150,
      "bridged_token_market_cap_dollar 30": 100,
      "defaulted_share_of_issued 0": 0.05,
      "defaulted_loans_amount_dollar 0": 5,
      "cumulative_issued_amount_dollar 0": 200,
    };
    const at = (measure: string, days: number) => known[`${measure} ${days}`] ?? null;
    const { value, change_30d: change, holders } = listNumbers("assets").columns;
    expect(value && numberOf(value, at)).toBe(150);
    expect(change && numberOf(change, at)).toBe(0.5);
    expect(holders && numberOf(holders, at)).toBeNull();
    const measure = "defaulted_loans_amount_dollar";
    expect(numberOf({ measure, under: "cumulative_issued_amount_dollar" }, at)).toBe(0.025);
    // Loans without known defaults are in no default rate, so the rate is not the quotient of the sums.
    const rate = listNumbers("protocols").columns.default_rate;
    expect(rate && numberOf(rate, at)).toBe(0.05);
  });
});

const rows = [sampleAsset(), sampleAsset({ id: 2, slug: "birch" })];

function Marked() {
  const facts = useMarkedFacts<{ slug: string; name: string; is_sample: boolean }>({
    id: ({ slug }) => slug,
    name: ({ name }) => name,
    sample: ({ name }) => name === "Of samples",
  });
  const real = sampleAsset({ id: 3, slug: "alder-fund", is_sample: false, name: "Real, " });
  const all = [...rows, real, { ...real, slug: "cedar-fund", name: "Of samples" }];
  return <p>{all.filter((row) => facts.sample?.(row)).map(({ name }) => name)}</p>;
}

type Failing = (request: GetAggregateRequest) => boolean;

function show(
  isFailing: Failing,
  part: Partial<SeriesGroup> = {},
  numbers: RowNumbers = usual,
  column = "value",
) {
  const requests: GetAggregateRequest[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.aggregate": (request) => {
        requests.push(request);
        if (isFailing(request)) return unavailable;
        const value = request.measure === "bridged_token_value_dollar" ? 1_250_000_000 : null;
        const group = {
          key: "alder-fund",
          is_other: false,
          member_count: 1,
          values: [request.from === request.to ? value : null],
          coverage: [1],
          has_sample: true,
          withheld_count: 0,
          last_date: null,
          carry_days: 0,
          qualifiers: [],
          sample_count: 1,
          ...part,
        };
        return {
          measure_slug: request.measure,
          kind: "stock",
          unit: "usd",
          interval: "day",
          dates: [request.to ?? ""],
          groups: [group],
          total: group,
          group_count: 1,
          counts_twice: false,
          restricted_count: 0,
          feeder_count: 0,
          feeders: [],
          undisclosed: null,
          begun: null,
          withheld: [],
          to: request.to ?? "",
          current_at: "2026-11-20T10:00:00.000Z",
          known_at: "2026-11-20T10:00:00.000Z",
        };
      },
    }),
  );
  render(
    <WithRowNumbers numbers={numbers} rows={rows}>
      {rows.map((row) => (
        <p key={row.slug}>
          <NumberCell row={row} column={column} kind="money" />
        </p>
      ))}
      <Marked />
    </WithRowNumbers>,
  );
  return requests;
}

describe("the cell of a number", () => {
  it("shows the value of its row, and why there is none", async () => {
    const requests = show(() => false);
    expect(await screen.findByText("1,250.0")).toBeInTheDocument();
    expect(screen.getByText("Not available")).toBeInTheDocument();
    expect(requests.length).toBeLessThanOrEqual(5);
  });

  it("opens what explains it, which is the series where a row is what the number is about", async () => {
    show(() => false);
    const user = userEvent.setup();
    const button = await screen.findByRole("button", { name: "1,250.0" });
    await user.click(button);
    expect(button).toHaveAttribute("aria-pressed", "true");
    await user.click(button);
    expect(button).toHaveAttribute("aria-pressed", "false");
    expect(screen.getAllByRole("button")).toHaveLength(1);
  });

  it("has a star that takes no room, and words, where it is of an earlier day", async () => {
    const days = { from: day, to: day, value_date: "2026-11-17" };
    const flags = {
      is_carried: true,
      is_partial: false,
      spans_gap: false,
      is_average: false,
      lacks_days: false,
    };
    show(() => false, { qualifiers: [{ ...days, ...flags }] });
    const figure = await screen.findByText("1,250.0");
    expect(figure.closest("p")).toHaveTextContent(/^1,250\.0\*, value of 17 Nov 2026$/);
    expect(screen.getByTitle("value of 17 Nov 2026")).toHaveClass("absolute");
    expect(screen.getByRole("button", { name: "1,250.0" })).toBeInTheDocument();
    expect(screen.getAllByText("*"), "none beside a dash").toHaveLength(1);
  });

  it("is the average of a month where all of its values are", async () => {
    const days = { from: day, to: day, value_date: "2026-10-31" };
    const flags = {
      is_carried: true,
      is_partial: false,
      spans_gap: false,
      is_average: true,
      lacks_days: false,
    };
    show(() => false, { qualifiers: [{ ...days, ...flags }] });
    expect(await screen.findByTitle("October 2026, average")).toBeInTheDocument();
  });

  it("is partial as a sum of days of which some are withheld", async () => {
    const value = { measure: "bridged_token_value_dollar", over: 30 };
    const numbers = { ...usual, columns: { value } };
    show(() => false, { values: [1_000_000_000, null, 250_000_000], withheld_count: 1 }, numbers);
    const figure = await screen.findByText("1,250.0");
    expect(figure.closest("p")).toHaveTextContent(/, partial: days are missing or withheld$/);
  });

  it("has no star where it is of yesterday", async () => {
    show(() => false);
    const figure = await screen.findByText("1,250.0");
    expect(figure.closest("p")).toHaveTextContent(/^1,250\.0$/);
  });

  it("is marked beside a real name if sample data is in it", async () => {
    show(() => false);
    expect(await screen.findByText("Real, Of samples")).toBeInTheDocument();
  });

  it("says that its value could not be loaded", async () => {
    show(() => true);
    expect(await screen.findAllByText("Could not load")).toHaveLength(2);
  });

  it.each(["value", "change_30d"])(
    "has no substitute where its own measure could not be loaded: %s",
    async (column) => {
      const isOwn: Failing = ({ measure }) => measure === "bridged_token_value_dollar";
      show(isOwn, { values: [500_000_000] }, usual, column);
      expect(await screen.findAllByText("Could not load")).toHaveLength(2);
      expect(screen.queryByRole("button")).toBeNull();
    },
  );

  it("misses only what it is made of, of measures that several columns request", async () => {
    const isOfBefore: Failing = ({ from }) => from?.slice(0, 7) === "2026-10";
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T10:00:00Z") });
    show(isOfBefore);
    expect(await screen.findByText("1,250.0")).toBeInTheDocument();
    expect(screen.getByText("Not available")).toBeInTheDocument();
    vi.useRealTimers();
  });

  it("is empty in a table without numbers", () => {
    renderBare(<NumberCell row={rows[0] ?? {}} column="value" kind="money" />);
    expect(screen.getByText("Not available")).toBeInTheDocument();
  });

  it("states the reason for a missing net flow", () => {
    const netFlow = assetNumberColumns.find(({ id }) => id === "net_flow_30d");
    renderBare(netFlow?.cell(sampleAsset()));
    const reason = "Mints and burns are not both available for the 30 days";
    expect(screen.getByText(reason)).toBeInTheDocument();
  });
});
