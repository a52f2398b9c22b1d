import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Loan, Query } from "@/api/contract";
import { LoansScreen } from "@/features/credit/LoansScreen";
import { PoolsScreen } from "@/features/credit/PoolsScreen";
import { sampleNetwork } from "@/testing/catalogFixtures";
import {
  bareMeta,
  sampleLoan,
  samplePayment,
  samplePool,
  sampleStep,
} from "@/testing/creditFixtures";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, unauthorized, unavailable } from "@/testing/server";

function page<Row>(results: Row[], resultCount = results.length) {
  const pagination = { page: 1, perPage: 50, pageCount: 1, resultCount, nextCursor: null };
  return { results, pagination };
}

const inPlace = { shallow: true, scroll: false };

function answering(loan: Loan | CallFailure = sampleLoan()) {
  const requests: Query[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "networks.list": () => page([sampleNetwork()]),
      "loans.meta": () => bareMeta("loans"),
      "loans.list": (input) => {
        requests.push(input);
        return page([sampleLoan()], 25);
      },
      "loans.get": () => loan,
      "loanPayments.list": () =>
        page([
          samplePayment({ paid_amount: 30_843.75, paid_on: "2026-10-05" }),
          samplePayment({ id: 2, number: 2, due_on: "2026-11-01" }),
          samplePayment({ id: 3, number: 3, due_on: "2126-12-01" }),
        ]),
      "loanStatusChanges.list": () =>
        page([
          sampleStep({ id: 2, from_status: "active", status: "late" }),
          sampleStep({ id: 1, status: "active" }),
        ]),
      "pools.meta": () => bareMeta("pools"),
      "pools.list": () => page([samplePool()]),
      "pools.get": () => samplePool(),
      "investments.list": () => page([]),
    }),
  );
  return requests;
}

function showLoans(asPath: string, loan?: Loan | CallFailure) {
  answering(loan);
  return render(<LoansScreen />, {
    asPath,
    pathname: "/loans",
  });
}

describe("a record beside its list", () => {
  it("is opened by its row, in an address that keeps the view", async () => {
    const { user, router } = showLoans("/loans?sort=-ends_on&columns=name,status");
    expect(screen.queryByRole("dialog")).toBeNull();
    const row = await screen.findByRole("link", { name: /Loan 7 \(sample\)/ });
    await user.click(row);
    const address = "/?sort=-ends_on&columns=name%2Cstatus&open=loan-7";
    expect(router.push).toHaveBeenCalledWith(address, undefined, inPlace);
  });

  it("is what its address says, and the list stays in use", async () => {
    showLoans("/loans?open=loan-7");
    const panel = await screen.findByRole("dialog", { name: "Loan" });
    expect(await within(panel).findByRole("heading", { name: "Loan 7 (sample)" })).toBeVisible();
    expect(within(panel).getByText(/This loan does not exist/)).toBeInTheDocument();
    expect(within(panel).getByText(/19 days late on/)).toBeInTheDocument();
    expect(within(panel).getByText("Receivables financing")).toBeInTheDocument();
    expect(within(panel).getByRole("link", { name: "Quay Pool (sample)" })).toHaveAttribute(
      "href",
      "/pools?open=quay-pool",
    );
    expect(screen.getByRole("grid", { name: "Loans" })).toBeInTheDocument();
  });

  it("shows the steps of a loan, the latest first, and what its status means", async () => {
    showLoans("/loans?open=loan-7");
    const panel = await screen.findByRole("dialog");
    const steps = await within(panel).findByRole("list", { name: /Changes of status/ });
    const [latest, first] = within(steps).getAllByRole("listitem");
    expect(latest).toHaveTextContent(/Active.*changed to.*Late.*1 Sep 2026/);
    expect(first).toHaveTextContent(/First recorded as.*Active/);
    expect(within(panel).getByText("Missed scheduled installment.")).toBeInTheDocument();
  });

  it("sets what was paid beside what was due", async () => {
    showLoans("/loans?open=loan-7");
    const table = await screen.findByRole("table", { name: "Payments in USDC" });
    const lead = screen.getByText(/^:/, { selector: "p", exact: false });
    expect(lead).toHaveTextContent(/1 of 3 payments made.*: .*30,844 of .*92,531 USDC/);
    const rows = within(table).getAllByRole("row");
    expect(rows[1]).toHaveTextContent(/Payment 1, paid.*30,000.*844.*30,844.*on 5 Oct 2026/);
    expect(rows[2]).toHaveTextContent(/Payment 2, not paid.*Nothing paid yet/);
    expect(rows[3]).toHaveTextContent(/Payment 3, scheduled/);
    expect(rows[4]).toHaveTextContent(/Total/);
  });

  it("leads from its figures and its schedule to where they come from", async () => {
    const { user } = showLoans("/loans?open=loan-7");
    const table = await screen.findByRole("table", { name: "Payments in USDC" });
    const paid = within(table).getByRole("button", { name: /^Explain, Paid, total/ });
    await user.click(paid);
    expect(paid).toHaveAttribute("aria-pressed", "true");
    expect(within(table).getAllByRole("button", { name: /^Explain, Principal/ })).toHaveLength(4);
    const panel = screen.getByRole("dialog", { name: "Loan" });
    for (const name of [
      /^Explain, Payments made, 1 of 3/,
      /^Explain, Paid so far, 30,844/,
      /^Explain, Scheduled total, 92,531/,
    ]) {
      expect(within(panel).getByRole("button", { name })).toBeVisible();
    }
    const rates = within(panel).getAllByRole("button", { name: /^Explain, Rate of Loan 7/ });
    expect(rates.length).toBeGreaterThan(0);
  });

  it("is closed by Escape and by its button, which keep the view", async () => {
    const { user, router } = showLoans("/loans?page=2&open=loan-7");
    await screen.findByRole("dialog");
    await user.keyboard("{Escape}");
    expect(router.push).toHaveBeenLastCalledWith("/loans?page=2", undefined, inPlace);
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(router.push).toHaveBeenCalledTimes(2);
  });

  it("says when nothing has the address, and when the catalog does not answer", async () => {
    const { unmount } = showLoans("/loans?open=nothing", new CallFailure("NOT_FOUND", 404));
    expect(await screen.findByText("Loan not found")).toBeInTheDocument();
    unmount();
    showLoans("/loans?open=other", unavailable);
    expect(await screen.findByText("Loan could not be loaded")).toBeInTheDocument();
  });
});

describe("a pool beside its list", () => {
  it("shows its terms, its loans and where the rest of them are", async () => {
    answering();
    render(<PoolsScreen />, {
      asPath: "/pools?open=quay-pool",
      pathname: "/pools",
    });
    const panel = await screen.findByRole("dialog", { name: "Pool" });
    const filled = await within(panel).findByRole("button", { name: /^Explain, Capacity used/ });
    expect(filled).toHaveTextContent("75.0%");
    expect(
      within(panel).getByRole("link", { name: "Alder Treasury Fund (sample)" }),
    ).toHaveAttribute("href", "/assets/alder-fund");
    const loan = await within(panel).findByRole("link", { name: "Loan 7 (sample)" });
    expect(loan).toHaveAttribute("href", "/loans?open=loan-7");
    expect(within(panel).getByRole("link", { name: "All 25" })).toHaveAttribute(
      "href",
      "/loans?filter=pool_slug:is:quay-pool",
    );
    expect(
      await within(panel).findByText("No investment offers are recorded for this pool."),
    ).toBeInTheDocument();
  });
});
