import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampleNetwork } from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { restatement } from "@/testing/timeseriesFixtures";
import { NewsCards } from "./NewsCards";

const pagination = { page: 1, perPage: 4, pageCount: 1, resultCount: 0, nextCursor: null };

async function showRestatements(...results: ReadonlyArray<ReturnType<typeof restatement>>) {
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.list": () => ({ results: [], pagination }),
      "articles.list": () => ({ results: [], pagination }),
      "networks.list": () => ({
        results: [sampleNetwork({ slug: "zksync-era", name: "ZKsync Era" })],
        pagination,
      }),
      "restatements.list": () => ({ results: [...results], pagination }),
    }),
  );
  render(<NewsCards />);
  const card = within(screen.getByRole("region", { name: "Restatements" }));
  await card.findAllByText("Alder Fund (sample)");
  return card;
}

it("keeps the network of a restated number apart from the name that may be cut", async () => {
  const card = await showRestatements(
    restatement({ id: 1, series_id: 1, network_slug: "zksync-era" }),
    restatement({ id: 2, series_id: 2, network_slug: null }),
  );
  expect(await card.findByText("on ZKsync Era")).not.toHaveTextContent("Alder");
  expect(card.getAllByText("Alder Fund (sample)")).toHaveLength(2);
  expect(card.getAllByText(/^on /)).toHaveLength(1);
});

const rate = { measure_slug: "yield_7d", unit: "ratio" };
it.each([
  ["a net asset value", { value: 1.0855, earlier_value: 1.0812 }, "$1.0855 (was $1.0812)"],
  ["a rate", { ...rate, value: 0.0502, earlier_value: 0.0498 }, "5.02% (was 4.98%)"],
  ["a withheld value", { value: null, reason: "nav_jump" }, "withheld (was $1)"],
  ["a withdrawn value", { value: null }, "withdrawn (was $1)"],
  ["a value that is new", { earlier_value: null }, "$1.02 (was not available)"],
  [
    "a value that was withheld",
    { earlier_value: null, earlier_reason: "nav_jump" },
    "$1.02 (was withheld)",
  ],
])("shows %s before and after its restatement", async (_, part, text) => {
  const card = await showRestatements(restatement(part));
  const number = card.getByRole("button", { name: /^Explain, / });
  expect(number).toHaveTextContent(new RegExp(`, ${text.replaceAll(/[$.()]/g, "\\$&")}$`));
});
