import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { GetAggregateRequest, GetAggregateResponse } from "@/api/contract";
import { slugs } from "@/charts/queries/measures";
import { addMonths, type Day, lastDay } from "@/lib/dates/day";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { DefaultCurves } from "./DefaultCurves";
import { Vintages } from "./Vintages";
import "@/testing/charts";

type SampleLoan = { slug: string; name: string; made: Day; lent: number; failed: number };

function several(count: number, year: number, lent: number, failed: number): SampleLoan[] {
  return Array.from({ length: count }, (_, place) => {
    const slug = `loan-${year}-${lent}-${place}`;
    return { slug, name: `Loan ${slug} (sample)`, made: `${year}-03-15`, lent, failed };
  });
}

/** The smallest loans, of which an answer with the largest has few, are those that defaulted. */
const loans = [
  ...several(90, 2024, 2e6, 0),
  ...several(70, 2023, 2e6, 0),
  ...several(130, 2023, 1e6, 1e6),
];

/** The share of the loans of a year that defaulted, as the API states it for all of them together. */
function shareOf(year: string): number {
  const own = loans.filter(({ made }) => made.startsWith(year));
  const sum = (amount: "lent" | "failed") => own.reduce((all, loan) => all + loan[amount], 0);
  return sum("failed") / sum("lent");
}

function amountOf({ lent, failed }: SampleLoan, measure: string): number {
  if (measure === slugs.originated) return lent;
  if (measure === slugs.activeLoans) return lent - failed;
  if (measure === slugs.recovered) return failed * 0.75;
  if (measure === slugs.writtenOff) return failed * 0.25;
  return failed;
}

function daysOf({ from, to, interval }: GetAggregateRequest): ReadonlyArray<Day> {
  const [first, last] = [from ?? lastDay(), to ?? lastDay()];
  if (interval !== "month") return [last];
  const months = Array.from({ length: 120 }, (_, month) => addMonths(first, month));
  return months.map((day) => `${day.slice(0, 7)}-01`).filter((day) => day <= last);
}

/** Sums by loan as the service has them: the largest apart, the others together. */
function aggregate(request: GetAggregateRequest): GetAggregateResponse {
  const { measure, filter, group_limit: most } = request;
  const named = filter?.value as ReadonlyArray<string> | undefined;
  const dates = [...daysOf(request)];
  const sums = loans
    .filter(({ slug }) => named?.includes(slug) ?? true)
    .map((loan) => ({ key: loan.slug, amount: amountOf(loan, measure) }))
    .toSorted((one, other) => other.amount - one.amount);
  const [listed, others] = [sums.slice(0, most ?? 12), sums.slice(most ?? 12)];
  const group = (key: string | null, amount: number) =>
    sampleGroup(
      key,
      dates.map(() => amount),
    );
  const together = others.reduce((sum, { amount }) => sum + amount, 0);
  const rest = { ...group(null, together), is_other: true, member_count: others.length };
  const groups = listed.map(({ key, amount }) => group(key, amount));
  return sampleAnswer(others.length > 0 ? [...groups, rest] : groups, {
    dates,
    group_count: sums.length,
  });
}

function serve(resultCount = loans.length) {
  const page = { page: 1, perPage: 1000, pageCount: 1, resultCount, nextCursor: null };
  const records = loans.map(({ slug, name, made }) => ({
    slug,
    name,
    originated_on: made,
    starts_on: null,
  }));
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.aggregate": aggregate,
      "loans.list": ({ pagination }) => {
        const results = records.slice(0, pagination?.perPage ?? 50);
        return { results, pagination: page } as never;
      },
    }),
  );
}

async function rowOf(table: string, name: RegExp) {
  const whole = await screen.findByRole("table", { name: table });
  return within(whole).getByRole("row", { name });
}

describe("vintages of more loans than one answer lists", () => {
  it("have the rates of all their loans, as the API has them", async () => {
    serve();
    render(<Vintages />);
    expect(shareOf("2023")).toBeCloseTo(0.4815, 4);
    const row = await rowOf("Vintages", /^2023/);
    const button = (text: string) => within(row).getByRole("button", { name: new RegExp(text) });
    expect(button("^Explain, Loans, 2023")).toHaveTextContent("200");
    expect(button("^Explain, Originated, 2023")).toHaveTextContent("270");
    expect(button("^Explain, Cumulative, 2023")).toHaveTextContent("48.1");
    expect(button("^Explain, Default rate, 2023")).toHaveTextContent("48.1");
    expect(button("^Explain, LGD, 2023")).toHaveTextContent("25.0");
    const all = await rowOf("Vintages", /^All/);
    expect(all).toHaveTextContent("290");
    expect(screen.queryByText(/omitted/)).not.toBeInTheDocument();
  });

  it("have the curves of all their loans", async () => {
    serve();
    render(<DefaultCurves />);
    const row = await rowOf("Cumulative default curves", /^2023/);
    const name = /^Explain, Defaulted within 12 months, 2023/;
    expect(within(row).getByRole("button", { name })).toHaveTextContent("48.1");
    expect(screen.queryByText(/omitted/)).not.toBeInTheDocument();
  });

  it.each([
    ["the table", <Vintages key="table" />],
    ["the curves", <DefaultCurves key="curves" />],
  ])("say in %s how many loans the catalog has beyond a page", async (_, shown) => {
    serve(1012);
    render(shown);
    expect(await screen.findByRole("row", { name: /^2023/ })).toBeVisible();
    const words = "Of the 1,000 newest loans; 12 others are omitted.";
    const [note] = await screen.findAllByText((text) => text.endsWith(words));
    expect(note).toBeInTheDocument();
  });
});
