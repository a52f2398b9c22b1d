import { renderHook, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Query, ResourceMeta } from "@/api/contract";
import { useOpenExplanation } from "@/app-state/numberExplanation";
import { saveFile } from "@/lib/browser/saveFile";
import { fieldMeta } from "@/testing/catalogFixtures";
import { textOf } from "@/testing/files";
import { render } from "@/testing/render";
import { type CallFailure, procedures, server, unauthorized, unavailable } from "@/testing/server";
import { load } from "@/testing/timeseriesFixtures";
import { AggregatesScreen } from "./AggregatesScreen";

vi.mock("@/lib/browser/saveFile", async (original) => ({
  ...(await original<typeof import("@/lib/browser/saveFile")>()),
  saveFile: vi.fn(),
}));

const classes = [
  { value: "stablecoins", label: "Stablecoins", meaning: "" },
  { value: "commodities", label: "Commodities", meaning: "" },
];
const meta: ResourceMeta = {
  resource: "assets",
  key: "id",
  defaultSort: { field: "name", direction: "asc" },
  referencedBy: [],
  fields: [
    fieldMeta("name", "text"),
    fieldMeta("asset_class_slug", "slug", { groupable: true, validValues: classes }),
    fieldMeta("issuer_slug", "slug", { groupable: true, aggregateFunctions: ["countDistinct"] }),
    fieldMeta("issuer_name", "text", { groupable: true }),
    fieldMeta("token_count", "int", { aggregateFunctions: ["sum"] }),
    fieldMeta("is_sample", "bool", { groupable: true }),
  ],
};

function answering(failure?: CallFailure, isPassedOn = true) {
  const requests: Query[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.meta": () => meta,
      "timeseries.origins": () => ({
        runs: [],
        loads: [load({ source: "Vendor", is_redistributable: isPassedOn })],
        methods: [],
        withheld: [],
      }),
      "assets.aggregate": (input) => {
        requests.push(input);
        if (failure) return failure;
        const value = input.aggregate?.field === "token_count" ? 30 : 5;
        const row = (group: string | null, count: number) => ({
          group,
          count,
          covered: count,
          value: input.aggregate?.field ? value + count : null,
        });
        const results = input.aggregate?.groupBy
          ? [row("stablecoins", 30), row("commodities", 10)]
          : [row(null, 40)];
        return { results, groupCount: results.length };
      },
    }),
  );
  return requests;
}

function show(search = "") {
  const path = "/assets/aggregates";
  return render(<AggregatesScreen />, { asPath: path + search, pathname: path });
}

describe("aggregates of assets", () => {
  it("counts what each group holds and leads to its assets", async () => {
    const requests = answering();
    show("?filter=is_sample:is:false");
    const link = await screen.findByRole("link", { name: "Stablecoins" });
    expect(link).toHaveAttribute(
      "href",
      "/assets?filter=is_sample%3Ais%3Afalse&filter=asset_class_slug%3Ais%3Astablecoins",
    );
    const row = screen.getByRole("row", { name: /Stablecoins/ });
    expect(within(row).getByText("75.0%")).toBeInTheDocument();
    expect(await within(row).findByText("60")).toBeInTheDocument();
    expect(within(row).getByText("35")).toBeInTheDocument();
    expect(within(row).getAllByText("Not available")).toHaveLength(2);
    const filter = { operator: "equals", field: "is_sample", value: false };
    const fictional = { ...filter, value: true };
    for (const query of requests) {
      const samples = { operator: "and", filters: [filter, fictional] };
      expect([filter, samples]).toContainEqual(query.filter);
    }
  });

  it("leads from each count to what is counted", async () => {
    answering();
    const shown = renderHook(() => useOpenExplanation()).result;
    const { user } = show("?filter=is_sample:is:false");
    const is = (field: string, value: string | boolean) => ({ operator: "equals", field, value });
    const real = is("is_sample", false);
    const own = [real, is("asset_class_slug", "stablecoins")];
    const count = { kind: "count", of: "assets", filter: { operator: "and", filters: own } };
    await user.click(await screen.findByText("60"));
    expect(shown.current).toEqual({
      ...count,
      ...{ name: "Tokens: Stablecoins", figure: "60", sum: "token_count" },
    });
    await user.click(screen.getByText("75.0%"));
    expect(shown.current).toMatchObject({
      kind: "several",
      items: [
        { number: { ...count, name: "Assets: Stablecoins", figure: "30" } },
        { number: { ...count, name: "Assets: All", figure: "40", filter: real } },
      ],
      figure: "75.0000%",
    });
    await user.click(screen.getByRole("button", { name: /^Explain, Issuers of all assets/ }));
    expect(shown.current).toMatchObject({ distinct: "issuer_slug", filter: real });
  });

  it("groups by the field in the address and sorts there", async () => {
    const requests = answering();
    const { user, router } = show("?group_by=issuer_name");
    await screen.findByRole("row", { name: /commodities/ });
    expect(requests.some(({ aggregate }) => aggregate?.groupBy === "issuer_name")).toBe(true);
    await user.click(screen.getByRole("button", { name: /^Tokens$/ }));
    expect(router.push).toHaveBeenLastCalledWith(
      "/assets/aggregates?group_by=issuer_name&sort=-tokens",
      undefined,
      expect.anything(),
    );
  });

  it("reports a grouping that it does not have, and removes it", async () => {
    answering();
    const { user, router } = show("?group_by=colour");
    const notice = await screen.findByText("One setting in this link cannot be applied here", {
      exact: false,
    });
    expect(notice).toBeVisible();
    expect(await screen.findByRole("link", { name: "Stablecoins" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Remove" }));
    expect(router.push).toHaveBeenLastCalledWith(
      "/assets/aggregates",
      undefined,
      expect.anything(),
    );
  });

  it("offers only fields that can group", async () => {
    answering();
    const { user, router } = show();
    await screen.findByRole("link", { name: "Stablecoins" });
    await user.click(screen.getByRole("combobox", { name: "Group by" }));
    const list = within(screen.getByRole("listbox", { name: "Group by" }));
    const options = list.getAllByRole("option").map((option) => option.textContent);
    expect(options).toEqual(["Class", "Issuer", "Sample"]);
    await user.click(list.getByRole("option", { name: "Issuer" }));
    expect(router.push).toHaveBeenLastCalledWith(
      "/assets/aggregates?group_by=issuer_name",
      undefined,
      expect.anything(),
    );
  });

  it("hands the groups over as a file", async () => {
    answering();
    const { user } = show();
    await screen.findByText("60");
    expect(await screen.findByRole("note")).toHaveTextContent("are fictitious");
    await waitFor(() => expect(screen.getByRole("button", { name: "CSV" })).toBeEnabled());
    await user.click(screen.getByRole("button", { name: "CSV" }));
    await waitFor(() =>
      expect(saveFile).toHaveBeenCalledWith(expect.any(Blob), "assets-by-class.csv"),
    );
    const [file] = vi.mocked(saveFile).mock.lastCall ?? [];
    const [head, first] = (await textOf(file ?? new Blob())).split("\r\n");
    const ends = ["value_date", "is_carried", "is_partial", "is_average"];
    const marks = (name: string) => ends.map((end) => `${name}_${end}`).join(",");
    const numbers = `value_dollar,${marks("value_dollar")},holders,${marks("holders")}`;
    expect(head?.endsWith(`,${numbers},is_sample`), head).toBe(true);
    expect(first).toMatch(/^stablecoins,Stablecoins,30,.*,true$/);
  });

  it("hands over no values that may not be passed on", async () => {
    answering(undefined, false);
    const { user } = show();
    await screen.findByText("60");
    vi.mocked(saveFile).mockClear();
    await waitFor(() => expect(screen.getByRole("button", { name: "CSV" })).toBeEnabled());
    await user.click(screen.getByRole("button", { name: "CSV" }));
    expect(await screen.findByText(/^Not for redistribution: .*Vendor/)).toBeVisible();
    expect(saveFile).not.toHaveBeenCalled();
  });

  it("hands its request over as a program", async () => {
    answering();
    const { user } = show("?group_by=issuer_name&filter=is_sample:is:false");
    await screen.findByRole("row", { name: /commodities/ });
    await user.click(screen.getByRole("button", { name: "Copy the query" }));
    await user.click(await screen.findByRole("menuitem", { name: "Copy as curl" }));
    expect(await screen.findByText("Query copied as curl.")).toBeInTheDocument();
    const text = await navigator.clipboard.readText();
    expect(text).toContain(`'${window.location.origin}/api/trpc/assets.aggregate'`);
    expect(text).toContain('"groupBy":"issuer_name"');
    expect(text).toContain('{"operator":"equals","field":"is_sample","value":false}');
  });

  it("says when the groups could not be made", async () => {
    answering(unavailable);
    show();
    expect(await screen.findByText("Groups of assets could not be loaded")).toBeInTheDocument();
  });
});
