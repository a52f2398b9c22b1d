import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "@/testing/render";
import { mockServer, page } from "../adminFixtures";
import { CatalogScreen } from "./CatalogScreen";
import { KindScreen } from "./KindScreen";
import { useSubjectKind } from "./NewRecordScreen";
import { issuer, meta } from "./recordFixtures";

function Records() {
  return <KindScreen subject={useSubjectKind()} />;
}

it("says that numbers of records could not be loaded, and loads them again", async () => {
  let loads = 0;
  mockServer({
    "issuers.list": () => {
      loads += 1;
      return { results: [issuer()], pagination: { ...page, resultCount: 1234 } };
    },
  });
  const { user } = render(<CatalogScreen />);
  expect(await screen.findByRole("link", { name: /^Issuers\s*1,234/ })).toBeInTheDocument();
  expect(screen.getByText("Some numbers of records could not be loaded.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(loads).toBe(2));
});

it("names the reference by which the records that refer to another one are found", async () => {
  const filters: unknown[] = [];
  mockServer({
    "issuers.meta": () => meta,
    "issuers.list": ({ filter }) => {
      filters.push(filter);
      return { results: [issuer()], pagination: page };
    },
  });
  render(<Records />, {
    query: { kind: "issuers" },
    pathname: "/admin/catalog/[kind]",
    asPath: "/admin/catalog/issuers?filter=country_code:is:LU",
  });
  expect(await screen.findByRole("link", { name: "Quay" })).toBeInTheDocument();
  expect(filters.at(-1)).toEqual({ operator: "equals", field: "country_code", value: "LU" });
  const bar = screen.getByRole("group", { name: "Filters" });
  expect(within(bar).getByText(/^Country/)).toBeInTheDocument();
});
