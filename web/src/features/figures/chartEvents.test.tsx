import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { JurisdictionEvent, Query } from "@/api/contract";
import { answerWithFunds, now } from "@/charts/application/chartFixtures";
import { MarketChart } from "@/charts/application/MarketChart";
import { render } from "@/testing/render";
import { entities, loanPicture } from "./entities";
import "@/testing/charts";

const pagination = { page: 1, perPage: 100, pageCount: 1, resultCount: 1, nextCursor: null };
const origin = {
  source: "Harbour register (sample)",
  licence: "CC0-1.0",
  retrieved_on: "2026-11-18",
  is_sample: true,
  updated_at: now,
  visible_to: "everybody",
  is_redistributable: true,
};
const law: JurisdictionEvent = {
  id: 1,
  slug: "harbour-act",
  name: "Harbour Act takes effect",
  jurisdiction_code: "JP",
  jurisdiction_name: "Japan",
  status: "in_force",
  effective_on: "2026-11-10",
  precision: "day",
  trigger_kind: "dated",
  trigger: null,
  basis: "",
  date_basis: "",
  rule_slugs: [],
  ...origin,
};
const fund = {
  name: "Alder Fund (sample)",
  country_code: "JP",
  inception_on: "2026-10-05",
  inception_precision: "day",
};
const began = "Alder Fund (sample) started on 5 Oct 2026.";

function asking(results: readonly JurisdictionEvent[] = [law]) {
  const requests: Query[] = [];
  answerWithFunds({
    "restatements.list": () => ({ results: [], pagination }),
    "jurisdictionEvents.list": (input) => {
      requests.push(input);
      return { results: [...results], pagination };
    },
  });
  return requests;
}

function showFund(search: string) {
  const { id, charts } = entities.asset("alder-fund-sample");
  const market = { id, charts };
  return render(<MarketChart market={market} events={{ records: [fund] }} />, {
    asPath: `/page?${search}`,
    isReady: true,
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  return () => vi.useRealTimers();
});

describe("the chart of one record", () => {
  it("marks what happened to it, and in the law of its country", async () => {
    const requests = asking();
    showFund("");
    const card = await screen.findByRole("region", { name: /^Value/ });
    expect(await within(card).findByText(began)).toBeVisible();
    const sentence =
      "Law of Japan, in force, 10 Nov 2026: Harbour Act takes effect. Source: Harbour register (sample), CC0-1.0.";
    expect(await within(card).findByText(sentence)).toBeVisible();
    expect(requests).toHaveLength(1);
    expect(JSON.stringify(requests[0])).toContain("JP");
  });

  it("leaves events out where its address says so", async () => {
    const requests = asking();
    const { user, router } = showFund("events=0");
    expect(await screen.findByRole("columnheader", { name: "30d" })).toBeVisible();
    expect(screen.queryByText(began)).toBeNull();
    expect(requests).toEqual([]);
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "Mark events" }));
    await waitFor(() =>
      expect(router.push).toHaveBeenLastCalledWith("/page", undefined, expect.anything()),
    );
  });

  it("marks the use of powers over the tokens of an asset", async () => {
    const requests: Query[] = [];
    answerWithFunds({
      "restatements.list": () => ({ results: [], pagination }),
      "complianceEvents.list": (input) => {
        requests.push(input);
        return {
          results: [
            {
              id: 1,
              slug: "frozen",
              name: "Address frozen, Alder Fund (sample)",
              event_type: "freeze",
              occurred_at: "2026-11-12T10:00:00.000Z",
              token_id: 3,
              token_slug: "harbour-chain:0xab",
              token_name: "Alder Fund (sample)",
              asset_slug: "alder-fund-sample",
              asset_name: "Alder Fund (sample)",
              network_slug: "harbour-chain",
              network_name: "Harbour Chain",
              transaction_hash: null,
              address: "0xcd",
              note: null,
              ...origin,
            },
          ],
          pagination,
        };
      },
    });
    const { id, charts } = entities.asset("alder-fund-sample");
    const events = { records: [{ name: fund.name }], assets: ["alder-fund-sample"] };
    render(<MarketChart market={{ id, charts }} events={events} />, {
      asPath: "/page",
      isReady: true,
    });
    const sentence =
      "Address frozen, Alder Fund (sample) on Harbour Chain, 12 Nov 2026. Source: Harbour register (sample), CC0-1.0.";
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(JSON.stringify(requests[0])).toContain("alder-fund-sample");
  });

  it("offers no events where none can be known", async () => {
    answerWithFunds();
    const { id, charts } = entities.network("harbour-chain");
    const events = { records: [{ name: "Harbour Chain (sample)" }] };
    const { user } = render(<MarketChart market={{ id, charts }} events={events} />);
    await user.click(await screen.findByRole("button", { name: "More" }));
    expect(await screen.findByRole("menuitem", { name: "Download CSV" })).toBeVisible();
    expect(screen.queryByRole("menuitemcheckbox", { name: "Mark events" })).toBeNull();
  });

  it("marks the steps of a loan", async () => {
    answerWithFunds({
      "restatements.list": () => ({ results: [], pagination }),
      "loanStatusChanges.list": () => ({
        results: [
          {
            id: 1,
            slug: "step-1",
            name: "Step",
            loan_id: 7,
            loan_slug: "loan-7-sample",
            loan_name: "Loan 7 (sample)",
            from_status: "late",
            status: "defaulted",
            changed_at: "2026-11-18T10:00:00.000Z",
            ...origin,
          },
        ],
        pagination,
      }),
    });
    const events = { records: [{ name: "Loan 7 (sample)" }], loan: "loan-7-sample" };
    const market = loanPicture("loan-7-sample");
    render(<MarketChart market={market} events={events} />, { asPath: "/loans", isReady: true });
    const sentence = "Loan 7 (sample) changed from late to defaulted on 18 Nov 2026.";
    expect(await screen.findByText(sentence)).toBeVisible();
  });
});
