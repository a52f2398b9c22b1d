import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { accountPages, navGroups } from "./nav";

const rules: Record<string, string | undefined> = {
  Always: undefined,
  Blog: undefined,
  EXPERIMENTAL: "enable-experimental-features",
  ASSETS: "enable-asset-entity-pages",
  CHARTS: "enable-asset-charting-page",
  JURISDICTIONS: "enable-jurisdiction-explorer",
  KEYS: "enable-api-keys",
  OWN_KEYS: "enable-api-keys",
  ADMIN: "enable-admin-tools",
};

const ofAccounts = ["SignedIn", "OWN_KEYS"];

/** What the server lists, read where it is written. */
function offered() {
  const source = readFileSync("../gateway/src/procedures/navigation.rs", "utf8");
  return [...source.matchAll(/\((\w+), "((?:\/[^"]*)?)", "([^"]+)", "[^"]+"\)/g)].map(
    ([, shown = "", href, label]) => ({ href, label, shown }),
  );
}

it("offers the pages of an account that the server offers, by the same names and features", () => {
  const pages = offered().filter(({ shown }) => ofAccounts.includes(shown));
  expect(pages.map(({ shown, ...page }) => ({ ...page, flag: rules[shown] }))).toEqual(
    accountPages.map((page) => ({ flag: undefined, ...page })),
  );
});

it("offers the pages that the server's search groups offer, by the same names and features", () => {
  const pages = offered().filter(({ shown }) => !ofAccounts.includes(shown));
  const seen = new Set<string>();
  const listed = navGroups.flatMap((group) =>
    group.entries
      .map(({ href, label, flag, external }) => ({
        href,
        label,
        flag: flag ?? group.flag,
        external,
      }))
      // The networks stand in the sidebar twice.
      .filter(({ href }) => !seen.has(href) && seen.add(href)),
  );
  const told = pages.map(({ shown, ...page }) => ({
    ...page,
    flag: rules[shown],
    // Its address stands in the settings.
    external: shown === "Blog" ? "blog" : undefined,
  }));
  expect(told).toEqual(listed);
});
