import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { navGroups } from "./nav";

const rules: Record<string, string | undefined> = {
  Always: undefined,
  Blog: undefined,
  EXPERIMENTAL: "enable-experimental-features",
  ASSETS: "enable-asset-entity-pages",
  CHARTS: "enable-asset-charting-page",
  JURISDICTIONS: "enable-jurisdiction-explorer",
  KEYS: "enable-api-keys",
  ADMIN: "enable-admin-tools",
};

it("offers the pages that the server's search groups offer, by the same names and features", () => {
  const source = readFileSync("../gateway/src/procedures/search.rs", "utf8");
  const offered = [...source.matchAll(/\((\w+), "((?:\/[^"]*)?)", "([^"]+)", "[^"]+"\)/g)].map(
    ([, shown = "", href, label]) => ({ href, label, shown }),
  );
  const pages = offered.filter(({ shown }) => shown !== "SignedIn");
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
