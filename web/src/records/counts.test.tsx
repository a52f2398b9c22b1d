import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Issuer } from "@/api/contract";
import { issuerSheet } from "@/features/issuers/issuerSheet";
import { changeSetting } from "@/lib/browser/display";
import { assetMeta, origin } from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { DetailScreen } from "./DetailScreen";
import { useSheet } from "./useSheet";

const issuer: Issuer = {
  ...{ id: 1, slug: "alder", name: "Alder (sample)", legal_name: null, legal_form: null },
  ...{ country_code: null, country_name: null, website: null, website_source: null },
  ...{ lei: null, cik: null, regulator: null, licence_held: null, note: null },
  ...{ asset_count: 12, ...origin },
};

function Subject() {
  return <DetailScreen sheet={issuerSheet} state={useSheet(issuerSheet, "issuerSlug")} />;
}

async function tileOf(part: Partial<Issuer>) {
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "issuers.get": () => ({ ...issuer, ...part }),
      "issuers.meta": () => ({ ...assetMeta, resource: "issuers", fields: [] }),
    }),
  );
  render(<Subject />, { pathname: "/issuers/[issuerSlug]", query: { issuerSlug: "alder" } });
  await screen.findByText("Facts");
  return within(screen.getByRole("region", { name: "Key figures" })).getByRole("listitem");
}

it("marks a count of the catalog on the page of a sample record, whose own records stay counted", async () => {
  changeSetting("samples", "off");
  const tile = await tileOf({});
  changeSetting("samples", "on");
  expect(tile).toHaveTextContent("12");
  expect(within(tile).getByText("Sample")).toBeInTheDocument();
  const explaining = within(tile).getByRole("button", { name: /^Explain, Assets/ });
  expect(explaining).toHaveAccessibleName("Explain, Assets, 12, includes sample data");
});

it.each([{ asset_count: 0 }, { name: "Birch", is_sample: false }])(
  "marks no count without sample records: %o",
  async (part) => {
    expect(await tileOf(part)).not.toHaveTextContent("Sample");
  },
);
