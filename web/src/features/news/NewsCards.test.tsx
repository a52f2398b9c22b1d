import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { restatement } from "@/testing/timeseriesFixtures";
import { NewsCards } from "./NewsCards";

const pagination = { page: 1, perPage: 4, pageCount: 1, resultCount: 0, nextCursor: null };

it("keeps the network of a corrected number apart from the name that may be cut", async () => {
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.list": () => ({ results: [], pagination }),
      "articles.list": () => ({ results: [], pagination }),
      "restatements.list": () => ({
        results: [
          restatement({ id: 1, series_id: 1, network_slug: "ethereum" }),
          restatement({ id: 2, series_id: 2, network_slug: null }),
        ],
        pagination,
      }),
    }),
  );
  render(<NewsCards />);
  const card = screen.getByRole("region", { name: "Corrections" });
  expect(await within(card).findByText("on ethereum")).not.toHaveTextContent("Alder");
  expect(within(card).getAllByText("Alder Fund (sample)")).toHaveLength(2);
  expect(within(card).getAllByText(/^on /)).toHaveLength(1);
});
