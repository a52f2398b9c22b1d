import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it } from "vitest";
import type { GetAggregateRequest, GetExplanationRequest } from "@/api/contract";
import { explain } from "@/app-state/numberExplanation";
import { ExplainNumber } from "@/records/ExplainNumber";
import { sampleGroup, sampleWithheld } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, unauthorized } from "@/testing/server";
import { complete, explanation, line, load } from "@/testing/timeseriesFixtures";
import { ExplainHost } from "./ExplainHost";

const key = {
  subject_kind: "asset",
  subject_slug: "alder-fund-sample",
  measure: "net_asset_value_dollar",
} as const;

function answering(answer: ReturnType<typeof explanation> | CallFailure = explanation()) {
  const requests: GetExplanationRequest[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.explain": (input) => {
        requests.push(input);
        return answer;
      },
    }),
  );
  return requests;
}

function show() {
  return render(
    <>
      <p>
        <ExplainNumber number={{ kind: "series", key, date: "2026-11-19" }} label="Net asset value">
          $1.0425
        </ExplainNumber>
      </p>
      <ExplainHost />
    </>,
  );
}

const number = () => screen.getByRole("button", { name: /^Explain, Net asset value, \$1\.0425/ });
const panel = () => screen.findByRole("dialog", { name: "Explain" });

afterEach(() => act(() => explain(null)));

describe("the explanation of a number", () => {
  it("shows the source of the value, its load, its formula and its earlier version", async () => {
    const requests = answering();
    const { user } = show();
    await user.click(number());
    const sheet = within(await panel());
    expect(await sheet.findByText("Sample universe")).toBeVisible();
    expect(requests).toEqual([{ key, date: "2026-11-19" }]);
    expect(sheet.getByText("9f2c41e0")).toBeVisible();
    expect(sheet.getByText("CC0")).toBeVisible();
    expect(sheet.getByText("values divided by 100")).toBeVisible();
    expect(sheet.getByText("Net asset value in dollars of one unit.")).toBeVisible();
    expect(sheet.getByText("Passed its checks")).toBeVisible();
    expect(sheet.getByText("It moved by more than a tenth.")).toBeVisible();
    expect(sheet.getByText("First published")).toBeVisible();
    expect(sheet.getByText("+0.23%")).toBeVisible();
    expect(sheet.getByText(/fictitious values for demonstration/)).toBeVisible();
    expect(number()).toHaveAttribute("aria-pressed", "true");
  });

  it("is left by Escape, which gives the focus back to the number", async () => {
    answering();
    const { user } = show();
    await user.click(number());
    await panel();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(number()).toHaveFocus());
  });

  it("is walked to and from by F6", async () => {
    answering();
    const { user } = show();
    await user.click(number());
    const sheet = await panel();
    number().focus();
    await user.keyboard("{F6}");
    expect(sheet.contains(document.activeElement)).toBe(true);
    await user.keyboard("{F6}");
    expect(number()).toHaveFocus();
  });

  it("says why a value is withheld instead of showing it", async () => {
    const [first] = explanation().versions;
    if (!first) throw new Error("no version");
    const version = {
      ...first,
      value: null,
      reason: "nav_jump",
      reason_meaning: "It moved too far.",
    };
    answering(explanation({ value: null, value_date: null, versions: [version] }));
    const { user } = show();
    await user.click(number());
    const sheet = within(await panel());
    expect(await sheet.findByText(/It moved too far\. The value failed a check/)).toBeVisible();
    expect(sheet.getAllByText("Withheld").length).toBeGreaterThan(1);
    expect(sheet.queryByText("Passed its checks")).not.toBeInTheDocument();
  });

  it("shows what a derived number is made of, and explains each input", async () => {
    const input = { role: "Latest net asset value", value: 102, from: "2026-11-19" };
    const requests = answering(
      explanation({
        versions: [],
        formula: "NAV / NAV 7 days before − 1",
        inputs: [
          { ...input, to: "2026-11-19", series: line(), versions: [] },
          { ...input, role: "Before", to: null, value: null, series: line(), versions: [] },
        ],
      }),
    );
    const { user } = show();
    await user.click(number());
    const opened = await panel();
    expect(await within(opened).findByText("NAV / NAV 7 days before − 1")).toBeInTheDocument();
    expect(within(opened).queryByText("Versions")).toBeNull();
    expect(
      within(opened).getByRole("button", { name: "Before Sample no value" }),
    ).toBeInTheDocument();
    await user.click(within(opened).getByRole("button", { name: /Latest net asset value.*102/ }));
    await waitFor(() =>
      expect(requests.at(-1)).toMatchObject({
        key: { measure: "net_asset_value_dollar", source: "sample" },
        date: "2026-11-19",
      }),
    );
  });

  it("marks what is old", async () => {
    const series = { ...explanation().series, last_date: "2024-05-13", is_sample: false };
    answering(explanation({ series, value_date: "2024-05-13", date: "2024-05-13" }));
    const { user } = show();
    await user.click(number());
    expect(await within(await panel()).findByText("Stale")).toBeVisible();
  });

  it("offers a mail to those who answer for the data, where there is an address", async () => {
    answering(explanation({ versions: [{ ...firstVersion(), load: load({ source: "ECB" }) }] }));
    server.use(
      http.get("*/config.json", () =>
        HttpResponse.json({ sessionPollSeconds: 0, contactDataEmail: "data@example.test" }),
      ),
    );
    const { user } = show();
    await user.click(number());
    const link = await within(await panel()).findByRole("link", { name: "Correct this number" });
    const address = decodeURIComponent(link.getAttribute("href") ?? "");
    expect(address).toMatch(
      /^mailto:data@example\.test\?subject=Correction: Net asset value of Alder/,
    );
    expect(address).toContain("Source: ECB");
  });

  it("says what failed and asks again", async () => {
    answering(new CallFailure("NOT_FOUND", 404, "series_not_found"));
    const { user } = show();
    await user.click(number());
    expect(await within(await panel()).findByRole("button", { name: "Try again" })).toBeVisible();
  });
});

function firstVersion() {
  const [first] = explanation().versions;
  if (!first) throw new Error("no version");
  return first;
}

describe("the explanation of what is worked out", () => {
  it("shows what makes the number, how, and leads to each of them", async () => {
    const requests = answering();
    const { user } = render(<ExplainHost />);
    const part = (name: string, figure: string) => ({
      ...{ name, figure, number: { kind: "series" as const, key, date: "2026-11-19" } },
      sample: false,
    });
    const items = [part("Mints", "$7.00"), part("Burns", "$3.00")];
    act(() =>
      explain({ kind: "several", name: "Net flow", items, method: "Less.", figure: "$4.00" }),
    );
    const sheet = within(await panel());
    expect(sheet.getByText("Less.")).toBeVisible();
    expect(sheet.getByText("$4.00")).toBeVisible();
    await user.click(sheet.getByRole("button", { name: /^Burns/ }));
    await waitFor(() => expect(requests).toEqual([{ key, date: "2026-11-19" }]));
  });

  it("shows what the catalog counts, with a link to its list", async () => {
    answering();
    render(<ExplainHost />);
    const filter = {
      ...{ operator: "in" as const, field: "asset_class_slug", value: ["stocks", "funds"] },
    };
    const results = [{ group: null, count: 7, covered: 7, value: null }];
    server.use(procedures({ "assets.aggregate": () => ({ results, groupCount: 1 }) }));
    act(() => explain({ kind: "count", name: "Products", figure: "12", of: "assets", filter }));
    const sheet = within(await panel());
    expect(sheet.getByText(/Every record counts once/)).toBeVisible();
    expect(await sheet.findByText(/of which 7 are sample data/)).toBeVisible();
    expect(sheet.getByRole("link", { name: "Counted records" })).toHaveAttribute(
      "href",
      "/assets?filter=asset_class_slug%3Ais%3Astocks%2Cfunds",
    );
  });
});

describe("the explanation of what the catalog adds up", () => {
  it("leads to the list where an address can say which records these are", async () => {
    answering();
    render(<ExplainHost />);
    const part = { operator: "equals" as const, field: "currency", value: "USDC" };
    const late = { operator: "equals" as const, field: "status", value: "late" };
    const year = { operator: "gte" as const, field: "ends_on", value: "2027-01-01" };
    const owed = {
      kind: "count" as const,
      name: "Outstanding",
      figure: "300",
      of: "loans" as const,
    };
    const sumWhere = (...filters: Array<typeof part | typeof year>) => ({
      ...owed,
      sum: "outstanding_amount",
      filter: { operator: "and" as const, filters },
    });
    act(() => explain(sumWhere(part, late)));
    const sheet = within(await panel());
    expect(sheet.getByText(/^The sum of “outstanding amount” over all records/)).toBeVisible();
    expect(sheet.getByRole("link", { name: "Counted records" })).toHaveAttribute(
      "href",
      "/loans?filter=currency%3Ais%3AUSDC&filter=status%3Ais%3Alate",
    );
    act(() => explain(sumWhere(part, year)));
    expect(sheet.getByRole("link", { name: "All loans" })).toHaveAttribute("href", "/loans");
  });
});

describe("the explanation of a fact", () => {
  const fund = {
    ...{ slug: "alder", name: "Alder Fund", management_fee_bps: 15, is_sample: false },
    ...{ source: "The prospectus", licence: "CC BY 4.0", retrieved_on: "2026-11-02" },
    updated_at: "2026-11-03T08:00:00.000Z",
  };
  const field = { name: "management_fee_bps", unit: "bps", description: "The yearly fee." };
  const fee = {
    ...{ kind: "fact" as const, name: "Management fee of Alder Fund", of: "assets" as const },
    ...{ slug: "alder", field: "management_fee_bps" },
  };

  function answerFact(answer: object | CallFailure) {
    server.use(
      procedures({
        "users.getProfile": () => unauthorized,
        "search.getInitialSearchGroups": () => [],
        "assets.get": () => answer as never,
        "assets.meta": () => ({ resource: "assets", fields: [field] }) as never,
      }),
    );
  }

  it("shows the source of a fact, its date and its description, and how to correct it", async () => {
    answerFact(fund);
    render(<ExplainHost />);
    act(() => explain(fee));
    const sheet = within(await panel());
    expect((await sheet.findAllByText("0.15% (15 bps)")).length).toBeGreaterThan(1);
    expect(sheet.getByText("The prospectus")).toBeVisible();
    expect(sheet.getByText("CC BY 4.0")).toBeVisible();
    expect(sheet.getByText("2 Nov 2026")).toBeVisible();
    expect(sheet.getByText(/^The yearly fee\. As recorded/)).toBeVisible();
    expect(sheet.getByText("Correct it")).toBeVisible();
    expect(sheet.getByRole("link", { name: "All sources" })).toHaveAttribute(
      "href",
      "/data-partners",
    );
  });

  it("counts what a list has, and says what that is", async () => {
    answerFact({ ...fund, network_slugs: ["harbour-chain", "mole-chain"] });
    render(<ExplainHost />);
    act(() => explain({ ...fee, name: "Networks of Alder Fund", field: "network_slugs" }));
    const sheet = within(await panel());
    expect(await sheet.findByText("harbour-chain, mole-chain")).toBeVisible();
    expect(sheet.getAllByText("2").length).toBeGreaterThan(1);
  });

  it("says that a sample has no source, and what failed", async () => {
    answerFact({ ...fund, is_sample: true });
    const { unmount } = render(<ExplainHost />);
    act(() => explain(fee));
    expect(await screen.findByText("Generated sample data, no source")).toBeVisible();
    unmount();
    answerFact(new CallFailure("NOT_FOUND", 404));
    render(<ExplainHost />);
    act(() => explain({ ...fee, slug: "birch" }));
    expect(await within(await panel()).findByRole("button", { name: "Try again" })).toBeVisible();
  });
});

describe("the explanation of a sum", () => {
  it("lists its inputs, shows whether they add up, and explains each of them", async () => {
    const requests: GetAggregateRequest[] = [];
    const part = (slug: string, value: number) => ({
      ...sampleGroup(slug, [value]),
      carry_days: 0,
    });
    server.use(
      procedures({
        "users.getProfile": () => unauthorized,
        "search.getInitialSearchGroups": () => [],
        "assets.list": () => ({
          results: [],
          pagination: { page: 1, perPage: 2, pageCount: 0, resultCount: 0, nextCursor: null },
        }),
        "timeseries.explain": () => explanation(),
        "timeseries.origins": () => ({
          runs: [],
          methods: [],
          withheld: [],
          loads: [
            load({ source: "ECB", licence: "CC BY 4.0", known_at: "2026-11-01T00:00:00.000Z" }),
            load({ source: "FRED", known_at: "2026-11-18T00:00:00.000Z" }),
            load({ source: "ECB", licence: "CC BY 4.0", known_at: "2026-11-19T00:00:00.000Z" }),
          ],
        }),
        "timeseries.aggregate": (input) => {
          requests.push(input);
          const groups = input.group_by === "asset" ? [part("alder", 2e6), part("birch", 1e6)] : [];
          return {
            measure_slug: "bridged_token_value_dollar",
            kind: "stock",
            unit: "usd",
            interval: "day",
            dates: ["2026-11-19"],
            groups,
            total: {
              ...part("", 3e6),
              key: null,
              member_count: 3,
              coverage: [2 / 3],
              withheld_count: 2,
              last_date: "2026-11-12",
              carry_days: 7,
            },
            group_count: groups.length,
            ...complete,
            withheld: [sampleWithheld({ from: "2026-11-19", to: "2026-11-19" })],
            to: "2026-11-19",
            current_at: "2026-11-20T00:00:00.000Z",
            known_at: "2026-11-20T00:00:00.000Z",
          };
        },
      }),
    );
    const { user } = render(<ExplainHost />);
    act(() =>
      explain({
        kind: "aggregate",
        of: { measure: "bridged_token_value_dollar", subject_kind: "asset", interval: "day" },
        date: "2026-11-19",
        name: "U.S. Treasuries",
      }),
    );
    const sheet = within(await panel());
    expect(await sheet.findByText("The inputs add up to the number.")).toBeVisible();
    expect(sheet.getAllByText("$3,000,000.00").length).toBeGreaterThan(1);
    expect(sheet.getByRole("button", { name: /^alder Sample/ })).toBeVisible();
    expect(sheet.getByText("66.7% of the inputs active by then")).toBeVisible();
    expect(sheet.getByText("3 assets")).toBeVisible();
    expect(sheet.getByText("12 Nov 2026")).toBeVisible();
    expect(sheet.getByText("Stale")).toBeVisible();
    const withheld = "Alder Fund (sample) (jump in net asset value) and 1 more";
    expect(sheet.getByText(withheld)).toBeVisible();
    expect((await sheet.findAllByText(/^(ECB|FRED)$/)).map((name) => name.textContent)).toEqual([
      "ECB",
      "FRED",
    ]);
    expect(sheet.getByText("CC BY 4.0")).toBeVisible();
    expect(sheet.getByText(/^2, method/)).toBeVisible();
    expect(requests.map(({ group_by, from, to }) => [group_by, from, to])).toEqual(
      expect.arrayContaining([
        ["none", "2026-11-19", "2026-11-19"],
        ["asset", "2026-11-19", "2026-11-19"],
      ]),
    );
    await user.click(sheet.getByRole("button", { name: /birch/ }));
    expect(await sheet.findByText("Net asset value in dollars of one unit.")).toBeVisible();
  });
});
