import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { Wrappers } from "@/features/market/stocks/Wrappers";
import { saveFile } from "@/lib/browser/saveFile";
import { sampleAsset } from "@/testing/catalogFixtures";
import { textOf } from "@/testing/files";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { LoanBook } from "./LoanBook";

vi.mock("@/lib/browser/saveFile", async (actual) => ({
  ...(await actual<object>()),
  saveFile: vi.fn(),
}));
const saved = vi.mocked(saveFile);
const page = { page: 1, perPage: 100, pageCount: 1, resultCount: 1, nextCursor: null };
const everywhere = {
  "users.getProfile": () => unauthorized,
  "search.getInitialSearchGroups": () => [],
};

beforeEach(() => saved.mockClear());

async function linesOf(user: ReturnType<typeof render>["user"]): Promise<readonly string[]> {
  const button = await screen.findByRole("button", { name: "CSV" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const [file] = saved.mock.calls[0] ?? [];
  return (await textOf(file)).split("\r\n");
}

it("saves the loan book as it is divided", async () => {
  server.use(
    procedures({
      ...everywhere,
      "loans.aggregate": ({ aggregate, filter }) => {
        const by = aggregate?.groupBy;
        const group = (name: string, value: number | null) => ({ group: name, count: 2, value });
        const one = { currency: "USDC", licence: "CC0-1.0" }[String(by)];
        const all = [group("late", 300), group("active", 100)];
        const sampled = JSON.stringify(filter)?.includes("is_sample") ? [group("late", null)] : all;
        const results = one ? [group(one, null)] : sampled;
        return { results, groupCount: results.length, total: null } as never;
      },
    }),
  );
  const { user } = render(<LoanBook />);
  const [title, , sample, ...rows] = await linesOf(user);
  expect(title).toBe("# Loan book by status");
  expect(sample).toContain("SAMPLE DATA");
  const from = "the loans of the catalog, each with its own source";
  expect(rows).toEqual([
    `# Source: ${from}`,
    "# Licence: CC0-1.0",
    "status,loans,outstanding_usdc,share,load_sources,licence,attribution,method_version,as_of,sample",
    `Late,2,300,0.75,"${from}",CC0-1.0,,,,true`,
    `Active,2,100,0.25,"${from}",CC0-1.0,,,,false`,
    "",
  ]);
});

it("saves what follows one underlying", async () => {
  const follower = sampleAsset({
    underlying_ticker: "QUAY",
    underlying_name: "Quay Works",
    platform_name: "Alder",
    network_slugs: ["harbour-chain", "orchard-chain"],
  });
  server.use(
    procedures({
      ...everywhere,
      "assets.aggregate": () =>
        ({
          results: [{ group: "QUAY", count: 1, value: null }],
          groupCount: 1,
          total: null,
        }) as never,
      "assets.list": () => ({ results: [follower], pagination: page }),
    }),
  );
  const { user } = render(<Wrappers group="stocks" />);
  const lines = await linesOf(user);
  const { source, licence, is_sample: sample } = follower;
  expect(lines).toContain(`# Licence: ${licence}`);
  expect(lines).toContain(
    "ticker,underlying,tokens,platforms,networks,load_sources,licence,attribution,method_version,as_of,sample",
  );
  expect(lines).toContain(`QUAY,Quay Works,1,Alder,2,${source},${licence},,,,${sample}`);
});
