import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { kindTabs } from "./kindTabs";

it("puts a tab of each kind on the pages that it names, in one order", () => {
  expect(kindTabs("assets").map(({ label }) => label)).toEqual(["Reserves", "Compliance"]);
  expect(kindTabs("issuers").map(({ label }) => label)).toEqual(["Reserves"]);
});

it("shows the reports of an asset, and those of its issuer for all assets", async () => {
  const filters: unknown[] = [];
  const pagination = { page: 1, perPage: 25, pageCount: 1, resultCount: 0, nextCursor: null };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "reserveReports.list": ({ filter }) => {
        filters.push(filter);
        return { results: [], pagination };
      },
      "reserveReports.meta": () => ({ resource: "reserve_reports", fields: [] }) as never,
    }),
  );
  const [reserves] = kindTabs("assets");
  render(<div>{reserves?.list({ slug: "vault-dollar", issuer_slug: "vault" })}</div>);
  expect(await screen.findByText("No reserve reports")).toBeInTheDocument();
  const text = JSON.stringify(filters[0]);
  for (const part of ['"vault-dollar"', '"vault"', '"operator":"or"']) expect(text).toContain(part);
});
