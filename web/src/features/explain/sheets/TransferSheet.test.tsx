import { act, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Query, Transaction } from "@/api/contract";
import { explain } from "@/app-state/numberExplanation";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, unauthorized } from "@/testing/server";
import { explanation, load } from "@/testing/timeseriesFixtures";
import { sampleTransfer } from "@/testing/transfers";
import { ExplainHost } from "../ExplainHost";

const panel = () => screen.findByRole("dialog", { name: "Explain" });

afterEach(() => act(() => explain(null)));

describe("the explanation of a transfer", () => {
  const minted = sampleTransfer({
    id: 41,
    token_slug: "alder-harbour",
    asset_slug: "alder-fund-sample",
    log_index: 3,
    value_dollar: 1303.25,
    licence: "CC0",
  });
  const page = { page: 1, perPage: 1, pageCount: 1, resultCount: 1, nextCursor: null };
  const name = "Value of Alder Fund (sample)";

  function answerTransfer(results: Transaction[]) {
    const requests: Query[] = [];
    server.use(
      procedures({
        "users.getProfile": () => unauthorized,
        "search.getInitialSearchGroups": () => [],
        "transactions.list": (input) => {
          requests.push(input);
          return { results, pagination: page, current_at: "2026-11-20T01:00:00.000Z" };
        },
        "loads.list": (input) => {
          requests.push(input);
          return { results: [load()], pagination: page };
        },
        "timeseries.explain": ({ key: of }) =>
          of?.measure === "net_asset_value_dollar"
            ? explanation()
            : new CallFailure("NOT_FOUND", 404),
      }),
    );
    return requests;
  }

  it("shows the load that it came with, where it stands, and what its value is made of", async () => {
    const requests = answerTransfer([minted]);
    const { user } = render(<ExplainHost />);
    act(() => explain({ kind: "transfer", name, id: 41, field: "value_dollar" }));
    const sheet = within(await panel());
    expect((await sheet.findAllByText("$1,303.25")).length).toBeGreaterThan(1);
    expect(requests.map(({ filter }) => filter?.value)).toEqual([41, 7]);
    expect(sheet.getByText("9f2c41e0")).toBeVisible();
    expect(sheet.getByText("CC0")).toBeVisible();
    expect(sheet.getByText(minted.transaction_hash)).toBeVisible();
    expect(sheet.getByText("version sample 1")).toBeVisible();
    expect(sheet.getByText("Correct it")).toBeVisible();
    expect(await sheet.findByRole("button", { name: /19 Nov 2026.*\$1\.0425/ })).toBeVisible();
    await user.click(sheet.getByRole("button", { name: /^Units/ }));
    expect(await sheet.findByText("1250000000")).toBeVisible();
    expect(sheet.getAllByText("1,250").length).toBeGreaterThan(1);
  });

  it("says that a transfer is gone", async () => {
    answerTransfer([]);
    render(<ExplainHost />);
    act(() => explain({ kind: "transfer", name, id: 41, field: "amount" }));
    expect(
      await within(await panel()).findByText("This transfer is no longer available"),
    ).toBeVisible();
  });
});
