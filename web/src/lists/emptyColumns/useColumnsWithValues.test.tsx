import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { Asset, GetAggregateRequest, Network, Query } from "@/api/contract";
import { where } from "@/api/listQuery";
import { assetMeta, noNumbers, sampleAsset, sampleNetwork } from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized, unavailable } from "@/testing/server";
import { ListScreen } from "../ListScreen";
import { assetListing } from "../listings/assetListing";
import { networkListing } from "../listings/networkListing";
import { RelatedList } from "../related/RelatedList";

const note = /^These columns are not shown because they have no values: /;

function page<Row>(results: Row[], resultCount = results.length) {
  const pagination = { page: 1, perPage: 50, pageCount: 1, resultCount, nextCursor: null };
  return { results, pagination };
}

/** The answer in which these rows have a number. */
function numbersOf(request: GetAggregateRequest, slugs: ReadonlyArray<string>) {
  const none = noNumbers(request);
  return { ...none, groups: slugs.map((key) => ({ ...none.total, key, values: [5] })) };
}

type Answer = {
  /** The number of rows on all pages. */
  total?: number;
  /** The rows with a value, where a column is asked about. */
  elsewhere?: Asset[];
  /** The slugs of the rows with numbers. */
  numbered?: ReadonlyArray<string>;
  aggregate?: Parameters<typeof procedures>[0]["timeseries.aggregate"];
};

/** Answers a list of one asset, and records its requests and those about its columns. */
function answering({ total = 1, elsewhere = [], numbered = [], aggregate }: Answer = {}) {
  const listed: Query[] = [];
  const asked: Query[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.list": (query) => {
        if (query.pagination?.perPage === 1) {
          asked.push(query);
          return page(elsewhere);
        }
        listed.push(query);
        return page([sampleAsset()], total);
      },
      "assets.meta": () => assetMeta,
      "networks.list": () => page([sampleNetwork()]),
      "timeseries.aggregate": aggregate ?? ((request) => numbersOf(request, numbered)),
    }),
  );
  return { listed, asked };
}

function show(asPath = "/assets") {
  return render(<ListScreen listing={assetListing} />, { asPath, pathname: "/assets" });
}

const findRow = () => screen.findByRole("link", { name: /Alder Treasury Fund/ });
const header = (name: RegExp) => screen.queryByRole("columnheader", { name });

describe("the columns of a list", () => {
  it("are those with a value, without a request where all rows are on the page", async () => {
    const { asked } = answering();
    show();
    await findRow();
    for (const name of [/^Value/, /^30d/, /^Holders/, /^Platform/]) {
      expect(header(name), String(name)).toBeNull();
    }
    for (const name of [/^Asset/, /^Class/, /^Networks/, /^Tokens/, /^Issuer/, /^Status/]) {
      expect(header(name), String(name)).toBeInTheDocument();
    }
    expect(screen.queryByText(note)).toBeNull();
    expect(asked).toEqual([]);
  });

  it("stay chosen while they are left out, and the list names them in full", async () => {
    answering();
    const { user, router } = show("/assets?columns=name,status,change_30d,holders");
    await findRow();
    expect(screen.getByText(note)).toHaveTextContent(": 30d change, Holders. Values as of");
    await user.click(screen.getByRole("button", { name: /^Columns 4 of / }));
    expect(await screen.findByRole("checkbox", { name: "30d change" })).toBeChecked();
    expect(screen.getByRole("checkbox", { name: "Holders" })).toBeChecked();
    await user.click(screen.getByRole("checkbox", { name: "Tokens" }));
    await user.click(screen.getByRole("button", { name: "Show 5" }));
    expect(router.push).toHaveBeenLastCalledWith(
      "/assets?columns=name%2Cstatus%2Cchange_30d%2Cholders%2Ctoken_count",
      undefined,
      expect.anything(),
    );
  });

  it("include the one by which an address sorts, also without a value", async () => {
    const { listed } = answering();
    show("/assets?sort=-change_30d");
    await findRow();
    expect(header(/^30d/)).toHaveAttribute("aria-sort", "descending");
    expect(header(/^Holders/)).toBeNull();
    expect(listed[0]?.sort).toEqual({ field: "change_30d", direction: "desc" });
    expect(screen.getByText(/^Sorted by 30d change, highest first/)).toBeInTheDocument();
    expect(screen.getByRole("combobox", { name: "Sort" })).toHaveDisplayValue(
      "30d change, highest first",
    );
  });

  it("stay where a row of another page has a value", async () => {
    const { asked } = answering({
      total: 120,
      elsewhere: [sampleAsset({ slug: "birch" })],
      numbered: ["birch"],
    });
    show();
    await findRow();
    for (const name of [/^Value/, /^30d/, /^Holders/, /^Platform/]) {
      expect(header(name), String(name)).toBeInTheDocument();
    }
    expect(asked.flatMap(({ sort }) => sort?.field ?? [])).toEqual([
      "value",
      "change_30d",
      "holders",
    ]);
    const known = ["platform_slug", "platform_name"].map((name) => where(name, "notEquals", null));
    expect(asked.at(-1)?.filter).toEqual({ operator: "or", filters: known });
    expect(asked).toHaveLength(4);
  });

  it("are left out where no page has a value, also if the first row by a number has none", async () => {
    answering({ total: 120, elsewhere: [] });
    const { unmount } = show();
    await findRow();
    for (const name of [/^Holders/, /^Platform/]) expect(header(name)).toBeNull();
    unmount();
    answering({ total: 120, elsewhere: [sampleAsset({ slug: "birch" })] });
    show();
    await findRow();
    expect(header(/^Holders/)).toBeNull();
    expect(header(/^Platform/)).toBeInTheDocument();
  });

  it("are asked about among the rows of the list alone", async () => {
    const asked: Query[] = [];
    server.use(
      procedures({
        "users.getProfile": () => unauthorized,
        "search.getInitialSearchGroups": () => [],
        "networks.list": (query) => {
          if (query.pagination?.perPage !== 1) return page([sampleNetwork()], 120);
          asked.push(query);
          return page<Network>([]);
        },
        "networks.meta": () => ({ ...assetMeta, resource: "networks", fields: [] }),
        "timeseries.aggregate": (request) => numbersOf(request, ["harbour-chain"]),
      }),
    );
    render(<ListScreen listing={networkListing} />, { asPath: "/networks", pathname: "/networks" });
    await screen.findByRole("link", { name: /Harbour Chain/ });
    const known = ["parent_slug", "parent_name"].map((name) => where(name, "notEquals", null));
    const filters = [networkListing.only, { operator: "or", filters: known }];
    expect(asked.map(({ filter }) => filter)).toEqual([{ operator: "and", filters }]);
    expect(header(/^Settlement layer/)).toBeNull();
    expect(header(/^Holders/)).toBeInTheDocument();
  });
});

describe("the first rows of a list", () => {
  it("wait until it is known which columns they have", async () => {
    let answer = () => {};
    const gate = new Promise<void>((done) => {
      answer = done;
    });
    const requests: GetAggregateRequest[] = [];
    answering({
      aggregate: async (request) => {
        requests.push(request);
        await gate;
        return numbersOf(request, []);
      },
    });
    show();
    await waitFor(() => expect(requests).not.toHaveLength(0));
    expect(screen.queryByRole("link", { name: /Alder/ })).toBeNull();
    expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "true");
    expect(header(/^Holders/)).toBeInTheDocument();
    answer();
    await findRow();
    expect(header(/^Holders/)).toBeNull();
  });

  it("come with all columns where the numbers take too long", async () => {
    let answer = () => {};
    const gate = new Promise<void>((done) => {
      answer = done;
    });
    answering({ aggregate: (request) => gate.then(() => numbersOf(request, [])) });
    show();
    await findRow();
    expect(header(/^Holders/)).toBeInTheDocument();
    answer();
    await waitFor(() => expect(header(/^Holders/)).toBeNull());
  });

  it("come with all numbers where these cannot be loaded", async () => {
    answering({ aggregate: () => unavailable });
    show();
    await findRow();
    expect(await screen.findAllByText("Could not load")).not.toHaveLength(0);
    expect(header(/^Holders/)).toBeInTheDocument();
    expect(header(/^Platform/)).toBeNull();
  });
});

/** The assets of one issuer, then of another. */
function Records() {
  const [issuer, setIssuer] = useState("a");
  return (
    <>
      <button type="button" onClick={() => setIssuer("b")}>
        Next issuer
      </button>
      <RelatedList listing={assetListing} only={where("issuer_slug", "equals", issuer)} />
    </>
  );
}

describe("the rows of another list that belong to a record", () => {
  it("show what they have where those of another record had nothing", async () => {
    let answer = () => {};
    const gate = new Promise<void>((done) => {
      answer = done;
    });
    const birch = sampleAsset({ slug: "birch", name: "Birch", platform_name: "Quay" });
    server.use(
      procedures({
        "users.getProfile": () => unauthorized,
        "search.getInitialSearchGroups": () => [],
        "assets.list": ({ filter }) => page([filter?.value === "b" ? birch : sampleAsset()]),
        "assets.meta": () => assetMeta,
        "timeseries.aggregate": async (request) => {
          if (JSON.stringify(request).includes("birch")) await gate;
          return numbersOf(request, ["birch"]);
        },
      }),
    );
    const { user } = render(<Records />);
    await findRow();
    expect(header(/^Platform/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Next issuer" }));
    await screen.findByRole("link", { name: /Birch/ });
    await waitFor(() => expect(header(/^Platform/)).toBeInTheDocument());
    // All columns come where the numbers take too long.
    await waitFor(() => expect(header(/^Holders/)).toBeInTheDocument(), { timeout: 4_000 });
    expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "true");
    answer();
    await waitFor(() => expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "false"));
    expect(header(/^Holders/)).toBeInTheDocument();
  });

  it("have no columns without a value, and ask once about those of further pages", async () => {
    const { asked, listed } = answering({ total: 60 });
    const only = where("platform_slug", "equals", "alder");
    const { user } = render(
      <RelatedList listing={assetListing} only={only} without={["platform_name"]} />,
    );
    await findRow();
    expect(header(/^Holders/)).toBeNull();
    expect(header(/^Issuer/)).toBeInTheDocument();
    expect(asked).toHaveLength(3);
    for (const { filter } of asked) expect(filter).toEqual(only);
    await user.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(listed.at(-1)?.pagination?.page).toBe(2));
    await waitFor(() => expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "false"));
    expect(header(/^Holders/)).toBeNull();
    expect(asked).toHaveLength(3);
  });
});
