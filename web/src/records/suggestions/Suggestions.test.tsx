import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Network, Query } from "@/api/contract";
import { render } from "@/testing/render";
import { procedures, server, unavailable } from "@/testing/server";
import { Suggestions } from "./Suggestions";

const network = (slug: string, name: string) => ({ slug, name }) as Network;
const pagination = { page: 1, perPage: 200, pageCount: 1, resultCount: 2, nextCursor: null };

it("offers what is like the slug that has no page", async () => {
  let seen: Query | undefined;
  server.use(
    procedures({
      "networks.list": (query) => {
        seen = query;
        const results = [network("one-sample", "One (sample)"), network("unlike", "Unlike")];
        return { results, pagination };
      },
    }),
  );
  render(<Suggestions />, { asPath: "/networks/onee-sample?tab=tokens" });
  const link = await screen.findByRole("link", { name: "One (sample)" });
  expect(link).toHaveAttribute("href", "/networks/one-sample");
  expect(screen.queryByText("Unlike")).toBeNull();
  expect(seen?.filter?.filters?.[0]).toEqual({ operator: "ilike", field: "slug", value: "%one%" });
});

it("shows nothing at other addresses, and nothing when the catalog is away", async () => {
  let calls = 0;
  server.use(
    procedures({
      "assets.list": () => {
        calls += 1;
        return unavailable;
      },
    }),
  );
  const other = render(<Suggestions />, { asPath: "/no/such/page" });
  expect(screen.queryByText("Did you mean")).toBeNull();
  other.unmount();
  render(<Suggestions />, { asPath: "/assets/gold" });
  await waitFor(() => expect(calls).toBe(1));
  expect(screen.queryByText("Did you mean")).toBeNull();
});
