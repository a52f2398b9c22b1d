import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Query } from "@/api/contract";
import { saveFile } from "@/lib/browser/saveFile";
import { assetMeta, sampleAsset } from "@/testing/catalogFixtures";
import { textOf } from "@/testing/files";
import {
  sampleCountry,
  sampleEvent,
  sampleLaw,
  sampleOffer,
  sampleRegulator,
  sampleRule,
} from "@/testing/lawFixtures";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized, unavailable } from "@/testing/server";
import { JurisdictionScreen } from "./JurisdictionScreen";

vi.mock("@/lib/browser/saveFile", async (original) => ({
  ...(await original<typeof import("@/lib/browser/saveFile")>()),
  saveFile: vi.fn(),
}));

const path = "/tools/jurisdiction_explorer";

function page<Row>(results: Row[]) {
  const pagination = {
    page: 1,
    perPage: 1000,
    pageCount: 1,
    resultCount: results.length,
    nextCursor: null,
  };
  return { results, pagination };
}

const france = sampleCountry({
  id: 2,
  code: "FR",
  name: "France",
  asset_count: 0,
  issuer_count: 4,
});

type Handlers = Parameters<typeof procedures>[0];

function answering(further: Handlers = {}) {
  const requests: Query[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "countries.list": () => page([sampleCountry(), france]),
      "jurisdictions.list": () => page([sampleLaw()]),
      "regulators.list": () => page([sampleRegulator()]),
      "jurisdictionEvents.list": () => page([sampleEvent()]),
      "jurisdictionRules.list": () => page([sampleRule()]),
      "investments.list": () => page([sampleOffer({ excluded_country_codes: ["CH"] })]),
      "assets.list": (input) => {
        requests.push(input);
        return page([sampleAsset()]);
      },
      "assets.meta": () => assetMeta,
      "networks.list": () => page([]),
      ...further,
    }),
  );
  return requests;
}

function show(search = "") {
  return render(<JurisdictionScreen />, { asPath: path + search, pathname: path });
}

describe("the explorer of jurisdictions", () => {
  it("shows the map as a table, each row with its source", async () => {
    answering();
    show();
    const row = await screen.findByRole("row", { name: /Switzerland/ });
    expect(within(row).getByText("Legal with restrictions")).toBeInTheDocument();
    expect(within(row).getByText("Register of laws (sample)")).toBeInTheDocument();
    expect(within(row).getByText("HBO")).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /France/ })).toBeInTheDocument();
    const colours = screen.getByRole("list", { name: "Legend" });
    expect(within(colours).getByText("Legal with restrictions")).toBeInTheDocument();
  });

  it("marks the countries whose values include sample data", async () => {
    answering({ "timeseries.aggregate": () => sampleAnswer([sampleGroup("CH", [1_234_000])]) });
    show();
    const row = await screen.findByRole("row", { name: /Switzerland/ });
    expect(await within(row).findByText("1.2")).toBeInTheDocument();
    expect(within(row).getByRole("rowheader")).toHaveTextContent("Sample");
    const other = screen.getByRole("row", { name: /France/ });
    expect(within(other).getByRole("rowheader")).not.toHaveTextContent("Sample");
    expect(screen.getByRole("note")).toHaveTextContent("Sample data: ");
  });

  it("shows everything recorded of the country in the address", async () => {
    answering();
    const { user, router } = show("?country=CH&layer=rules");
    const panel = await screen.findByRole("region", { name: "Switzerland" });
    expect(within(panel).getByText("Fiat-backed")).toBeInTheDocument();
    expect(within(panel).getByText(/Source: Register of laws \(sample\)/)).toBeInTheDocument();
    expect(within(panel).getByRole("link", { name: /Harbour Office/ })).toHaveAttribute(
      "rel",
      expect.stringContaining("noopener"),
    );
    expect(within(panel).getByText("A new act comes into force (sample)")).toBeInTheDocument();
    expect(await within(panel).findByText("AML and KYC")).toBeInTheDocument();
    expect(within(panel).getByRole("link", { name: "All rules as a table" })).toHaveAttribute(
      "href",
      "?country=CH&layer=rules&filter=jurisdiction_code%3Ais%3ACH&tab=rules",
    );
    expect(
      within(panel).getByRole("link", { name: "3 assets issued in this jurisdiction" }),
    ).toHaveAttribute("href", "/assets?filter=country_code%3Ais%3ACH");
    await user.click(within(panel).getByRole("button", { name: "Close Switzerland" }));
    expect(router.push).toHaveBeenLastCalledWith(
      `${path}?layer=rules`,
      undefined,
      expect.anything(),
    );
  });

  it("filters the table without asking, and says it in the address", async () => {
    answering();
    const { user, router } = show("?filter=name:contains:swi");
    expect(await screen.findByRole("row", { name: /Switzerland/ })).toBeInTheDocument();
    expect(screen.queryByRole("row", { name: /France/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: /^Rules$/ }));
    expect(router.push).toHaveBeenLastCalledWith(
      expect.stringContaining("sort=rules"),
      undefined,
      expect.anything(),
    );
  });

  it("shows the statements of the sources on each asset and country", async () => {
    const requests = answering();
    const { user } = show("?tab=matrix&investor_countries=CH,FR");
    const closed = await screen.findByRole("button", {
      name: "Restricted: Alder Treasury Fund (sample) in Switzerland",
    });
    expect(
      screen.getByRole("button", { name: "Unknown: Alder Treasury Fund (sample) in France" }),
    ).toBeInTheDocument();
    await user.click(closed);
    const why = screen.getByRole("dialog", { name: /^Why/ });
    expect(within(why).getByText(/is closed to residents of Switzerland/)).toBeInTheDocument();
    expect(within(why).getByText(/CC0-1.0/)).toBeInTheDocument();
    expect(within(why).getByText(/not legal advice/)).toBeInTheDocument();
    expect(requests.at(-1)?.sort).toEqual({ field: "name", direction: "asc" });
  });

  it("writes the verdicts into the file of the matrix, with what they rest on", async () => {
    const requests = answering();
    const { user } = show("?tab=matrix&investor_countries=CH,FR");
    await screen.findByRole("button", { name: /^Restricted: .* in Switzerland$/ });
    const saved = vi.mocked(saveFile);
    await user.click(screen.getByRole("button", { name: "CSV" }));
    expect(await screen.findByText(/^1 rows downloaded/)).toBeInTheDocument();
    expect(requests.at(-1)?.pagination).toEqual({ page: 1, perPage: 1000 });
    const [blob, name] = saved.mock.calls.at(-1) ?? [];
    expect(name).toMatch(/\.csv$/);
    const [head = "", row = ""] = (await textOf(blob)).split("\r\n");
    expect(head).toMatch(
      /^name,symbol,investor_CH,investor_CH_because,investor_FR,investor_FR_because,country_code/,
    );
    expect(head).toMatch(/slug,is_sample,source,licence,retrieved_on$/);
    expect(row).toContain(",Restricted,");
    expect(row).toContain("is closed to residents of Switzerland. (");
    expect(row).toContain(",Unknown,,");
  });

  it("says which part could not be loaded", async () => {
    answering();
    server.use(
      procedures({
        "users.getProfile": () => unauthorized,
        "search.getInitialSearchGroups": () => [],
        "countries.list": () => unavailable,
      }),
    );
    show();
    expect(await screen.findByText("The jurisdictions could not be loaded")).toBeInTheDocument();
  });
});
