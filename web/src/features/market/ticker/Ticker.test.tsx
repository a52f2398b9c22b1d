import { renderHook, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { GetAggregateRequest, GetAggregateResponse } from "@/api/contract";
import { useOpenExplanation } from "@/app-state/numberExplanation";
import { lastDay } from "@/lib/dates/day";
import { listNumbers } from "@/lists/numbers/numbers";
import { numberRequests } from "@/lists/numbers/rowNumbers";
import { sampleAsset } from "@/testing/catalogFixtures";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { Ticker } from "./Ticker";

const asset = sampleAsset();

function answering(aggregate: (request: GetAggregateRequest) => GetAggregateResponse) {
  const pagination = { page: 1, perPage: 100, pageCount: 1, resultCount: 1, nextCursor: null };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.list": () => ({ results: [asset], pagination }),
      "assetClasses.list": () => ({ results: [], pagination }),
      "timeseries.aggregate": aggregate,
    }),
  );
}

it("says that nothing is known where no asset has a value", async () => {
  answering(() => sampleAnswer([sampleGroup(asset.slug, [null, null])]));
  render(<Ticker />);
  expect(screen.getByText("Loading the largest assets")).toBeInTheDocument();
  expect(await screen.findByText("No values of assets available yet")).toBeVisible();
  expect(screen.queryByText("Loading the largest assets")).not.toBeInTheDocument();
});

it("shows the value that the list of assets shows, and explains that", async () => {
  const requests: GetAggregateRequest[] = [];
  answering((request) => {
    requests.push(request);
    return sampleAnswer([sampleGroup(asset.slug, [1, 1, 1, 1, 1, 1, 1, 518_870_000])]);
  });
  const { user } = render(<Ticker />);
  const value = await screen.findByRole("button", { name: /^Explain, Value of/ });
  expect(value).toHaveAccessibleName(`Explain, Value of ${asset.name}, $518.87M`);
  const [listed] = numberRequests(listNumbers("assets"), [asset.slug], lastDay());
  const { measure, subject_kind, group_by } = listed ?? {};
  expect(requests).toMatchObject([{ measure, subject_kind, group_by }]);
  expect(JSON.stringify(requests)).not.toContain("tokenization_type");
  await user.click(value);
  expect(renderHook(() => useOpenExplanation()).result.current).toMatchObject({
    kind: "series",
    key: { subject_kind: "asset", subject_slug: asset.slug, measure },
  });
});
