import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ReserveReport } from "@/api/contract";
import { where } from "@/api/listQuery";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { ReserveReports } from "./ReserveReports";

const digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const report: ReserveReport = {
  id: 10_000,
  slug: "september",
  name: "September",
  issuer_id: 1,
  issuer_slug: "vault",
  issuer_name: "Vault",
  asset_id: null,
  asset_slug: null,
  asset_name: null,
  reported_on: "2025-09-30",
  attestor: "Auditor LLP",
  document_url: "https://vault.example/reports/september.pdf",
  document_sha256: digest,
  currency: "USD",
  total_amount: 1000,
  composition: ["cash: 200", "treasury_bills: 800"],
  note: null,
  source: "a filing",
  licence: "CC0-1.0",
  retrieved_on: "2025-10-10",
  is_sample: false,
  updated_at: "2025-10-10T00:00:00.000Z",
  visible_to: "everybody",
  is_redistributable: true,
};

function mockReports(results: ReadonlyArray<ReserveReport>) {
  const pagination = {
    page: 1,
    perPage: 25,
    pageCount: 1,
    resultCount: results.length,
    nextCursor: null,
  };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "reserveReports.list": () => ({ results: [...results], pagination }),
      "reserveReports.meta": () => ({ resource: "reserve_reports", fields: [] }) as never,
    }),
  );
}

it("shows the latest report with its composition, document and digest", async () => {
  mockReports([report]);
  render(<ReserveReports only={where("issuer_slug", "equals", "vault")} />);
  const composition = await screen.findByRole("table", { name: "Composition" });
  const rows = within(composition).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(["Treasury bills80080.0%", "Cash20020.0%"]);
  expect(screen.getByText(digest, { ignore: ".sr-only" })).toBeInTheDocument();
  // The latest report leads to its document, and so does its row in the list.
  for (const link of screen.getAllByRole("link", { name: /vault\.example.*september\.pdf/ })) {
    expect(link).toHaveAttribute("href", report.document_url);
  }
  expect(screen.getAllByText("All assets of the issuer").length).toBeGreaterThan(0);
});

it("says that a composition is not disclosed", async () => {
  mockReports([{ ...report, composition: [] }]);
  render(<ReserveReports only={where("issuer_slug", "equals", "vault")} />);
  expect(await screen.findByText("Not disclosed", { selector: "p" })).toBeInTheDocument();
  expect(screen.queryByRole("table", { name: "Composition" })).toBeNull();
});

describe("of several reports of one day", () => {
  const own = { ...report, id: 2, slug: "fund", asset_slug: "fund", asset_name: "Fund" };
  const wide = { ...report, composition: [] };
  const older = { ...own, id: 3, slug: "older", reported_on: "2025-08-31", attestor: "Elder LLP" };
  const show = async (reports: ReadonlyArray<ReserveReport>, asset?: string) => {
    mockReports(reports);
    const only = where("issuer_slug", "equals", "vault");
    render(<ReserveReports only={only} {...(asset && { asset })} />);
    await screen.findByText("SHA-256", { selector: "dt" });
    return screen.getByText("Covers", { selector: "dt" }).nextElementSibling;
  };

  it("shows that of the asset itself on its page", async () => {
    expect(await show([wide, own, older], "fund")).toHaveTextContent("Fund");
    expect(screen.getByRole("table", { name: "Composition" })).toBeVisible();
  });

  it("shows that of all assets on the page of their issuer", async () => {
    expect(await show([own, wide, older])).toHaveTextContent("All assets of the issuer");
  });

  it("shows one with a composition where both cover the same", async () => {
    await show([wide, { ...report, id: 4, slug: "disclosed" }]);
    expect(screen.getByRole("table", { name: "Composition" })).toBeVisible();
  });

  it("shows an issuer-wide report before an older one of the asset", async () => {
    expect(await show([wide, older], "fund")).toHaveTextContent("All assets of the issuer");
  });
});

it("has no shares of a total of zero", async () => {
  mockReports([{ ...report, composition: ["cash: 0"], total_amount: 0 }]);
  render(<ReserveReports only={where("issuer_slug", "equals", "vault")} />);
  const composition = await screen.findByRole("table", { name: "Composition" });
  const [line] = within(composition).getAllByRole("row").slice(1);
  expect(line).toHaveTextContent(/^Cash/);
  expect(line).not.toHaveTextContent("%");
});

it("has no latest report without any report", async () => {
  mockReports([]);
  render(<ReserveReports only={where("issuer_slug", "equals", "vault")} />);
  expect(await screen.findByText("No reserve reports")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText("Latest reserve report")).toBeNull());
});
