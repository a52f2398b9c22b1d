import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Dataset, FieldMeta } from "@/api/contract";
import { render } from "@/testing/render";
import { procedures, server, unauthorized, unavailable } from "@/testing/server";
import { DownloadsScreen } from "./DownloadsScreen";
import { sizeText } from "./datasetFiles";

function file(over: Partial<Dataset>): Dataset {
  return {
    dataset: "observations-asset-sample",
    title: "Daily values of assets (sample)",
    description: "For each series and day the newest value.",
    format: "parquet",
    file: "observations-asset-sample.parquet",
    path: "/api/download/datasets/ab12/observations-asset-sample.parquet",
    rows: 12345,
    bytes: 1_400_000,
    sha256: "ab12",
    licences: ["CC0-1.0"],
    is_sample: true,
    made_at: "2026-01-02T03:04:05.000Z",
    columns: [{ name: "date", type: "date", meaning: "The day in UTC." }],
    signature: null,
    ...over,
  };
}

const real = { dataset: "loads", title: "Loads", is_sample: false, file: "loads.parquet" };

function field(name: string, description: string): FieldMeta {
  return {
    name,
    type: "text",
    itemType: null,
    unit: null,
    description,
    nullable: false,
    operators: [],
    validValues: [],
    sortable: false,
    groupable: false,
    aggregateFunctions: [],
    refersTo: null,
    derived: false,
  };
}

const pagination = { page: 1, perPage: 1, pageCount: 7, resultCount: 1234, nextCursor: null };
const meta = {
  resource: "any",
  key: "slug",
  defaultSort: { field: "name", direction: "asc" as const },
  referencedBy: [],
  fields: [field("slug", "The name in addresses."), field("name", "What it is called.")],
};
const list = () => ({ results: [], pagination });
const listed = {
  "assets.list": list,
  "assets.meta": () => meta,
  "tokens.list": list,
  "tokens.meta": () => meta,
  "networks.list": list,
  "networks.meta": () => meta,
  "pools.list": list,
  "pools.meta": () => meta,
  "loans.list": list,
  "loans.meta": () => meta,
};

function answering(files: Dataset[] | null | "away", signature = "AA==") {
  const manifest =
    files === null || files === "away"
      ? null
      : { made_at: "2026-01-02T03:04:05.000Z", load_id: 7, files };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      ...listed,
      "datasets.list": () =>
        files === "away"
          ? unavailable
          : { manifest, text: "{}", signature, public_key: "-----BEGIN PUBLIC KEY-----" },
    }),
  );
}

it("offers each data set in its formats, the made-up ones marked and last", async () => {
  answering([
    file({}),
    file({ format: "csv.gz", file: "observations-asset-sample.csv.gz", sha256: "cd34" }),
    file({ ...real, sha256: "ef56" }),
  ]);
  render(<DownloadsScreen />);
  await screen.findByRole("region", { name: "Loads" });
  const headings = screen.getAllByRole("heading", { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    "Loads",
    "Daily values of assets (sample)",
    "Manifest and signature",
    "Assets",
    "Tokens",
    "Networks",
    "Pools",
    "Loans",
  ]);
  const sample = within(screen.getByRole("region", { name: "Daily values of assets (sample)" }));
  expect(sample.getByText("Sample")).toBeVisible();
  expect(sample.getByText("12,345")).toBeVisible();
  const link = sample.getByRole("link", { name: /^Parquet 1\.4 MB/ });
  expect(link).toHaveAttribute(
    "href",
    "/api/download/datasets/ab12/observations-asset-sample.parquet",
  );
  expect(sample.getByRole("link", { name: /^CSV, gzip/ })).toBeVisible();
  expect(sample.queryByText(/^Parquet only/)).toBeNull();
  const large = within(screen.getByRole("region", { name: "Loads" }));
  expect(large.getByText(/^Parquet only: .* limited to 250,000 rows\.$/)).toBeVisible();
  expect(sample.getByText("CC0-1.0")).toBeVisible();
  expect(
    sample.getByRole("button", { name: "Copy SHA-256 of observations-asset-sample.parquet" }),
  ).toBeVisible();
});

it("offers the lists of the site with their rows and columns", async () => {
  answering([file(real)]);
  render(<DownloadsScreen />);
  const assets = within(await screen.findByRole("region", { name: "Assets" }));
  expect(await assets.findByText("1,234")).toBeVisible();
  expect(await assets.findByText("2 columns")).toBeVisible();
  for (const [name, ending] of [
    ["CSV of Assets", "csv"],
    ["NDJSON of Assets", "ndjson"],
    ["Parquet of Assets", "parquet"],
  ]) {
    const link = assets.getByRole("link", { name });
    expect(link).toHaveAttribute("href", `/api/download/assets.${ending}`);
  }
});

it("links what proves the files", async () => {
  answering([file(real)]);
  render(<DownloadsScreen />);
  for (const name of ["manifest.json", "manifest.json.sig", "public_key.pem"]) {
    const link = await screen.findByRole("link", { name });
    expect(link).toHaveAttribute("href", `/api/download/datasets/${name}`);
  }
  expect(screen.getByText(/openssl pkeyutl -verify/)).toBeVisible();
});

it("offers no manifest where the plan has some of the data sets", async () => {
  answering([file(real)], "");
  render(<DownloadsScreen />);
  await screen.findByRole("region", { name: "Loads" });
  expect(screen.queryByRole("link", { name: "manifest.json" })).toBeNull();
});

it("says that nothing is written yet, and why nothing could be listed", async () => {
  answering(null);
  const first = render(<DownloadsScreen />);
  expect(await screen.findByText("No data sets yet")).toBeVisible();
  expect(screen.getByText(/holders, subjects, series and loads/)).toBeVisible();
  first.unmount();
  answering("away");
  render(<DownloadsScreen />);
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
});

it("shows sizes in units that can be read", () => {
  expect([512, 1400, 1_400_000, 2_000_000_000].map(sizeText)).toEqual([
    "512 bytes",
    "1.4 kB",
    "1.4 MB",
    "2.0 GB",
  ]);
});

it("leaves out the data sets of sample data where this browser excludes them, and says so", async () => {
  document.documentElement.dataset.samples = "off";
  answering([file({}), file({ ...real, sha256: "ef56" })]);
  render(<DownloadsScreen />);
  await screen.findByRole("region", { name: "Loads" });
  expect(screen.queryByText("Daily values of assets (sample)")).not.toBeInTheDocument();
  expect(screen.getByRole("note")).toHaveTextContent("Excluding sample data.");
});
