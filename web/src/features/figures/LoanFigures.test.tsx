import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DataKind } from "@/components/states/DataNote";
import { answerTo, sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { LoanFigures } from "./LoanFigures";

const ends: Record<string, number> = {
  outstanding_capital_dollar: 14_000_000,
  defaulted_loans_amount_dollar: 5_500_000,
  cumulative_issued_amount_dollar: 33_000_000,
  late_loans_amount_dollar: 6_000_000,
  interest_rate: 0.1213,
};

/** Shows twenty loans, of which the given number are samples. */
function show(known: boolean, rows: DataKind, samples = 20) {
  const weights: unknown[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.aggregate": (request) => {
        expect(request.subject_kind).toBe("loan");
        if (request.measure === "interest_rate") weights.push(request.weight);
        const answer = answerTo(request, known);
        if (!known) return answer;
        const values = answer.dates.map(() => ends[request.measure] ?? null);
        return sampleAnswer([sampleGroup(null, values)], { dates: answer.dates });
      },
      "loans.aggregate": ({ filter }) => {
        const parts = filter?.filters ?? [];
        const isSample = parts.some(({ field, value }) => field === "is_sample" && value === true);
        const count = isSample ? samples : 20;
        return {
          results: [{ group: null, count: known ? count : 0, covered: 0, value: null }],
          groupCount: 1,
        };
      },
    }),
  );
  render(<LoanFigures rows={rows} />);
  return weights;
}

async function tile(label: string) {
  const strip = screen.getByRole("region", { name: "Key figures" });
  await within(strip).findByText(label);
  const named = within(strip)
    .getAllByRole("listitem")
    .find((item) => within(item).queryByText(label));
  return named as HTMLElement;
}

describe("the key figures of all loans", () => {
  it("tell what is owed, late and in default apart, weigh the rate, and are samples", async () => {
    const weights = show(true, "facts");
    expect(await screen.findByText("$8.50")).toBeInTheDocument();
    expect(await tile("Active loans value")).toHaveTextContent("$8.50M");
    expect(await tile("Total originated")).toHaveTextContent("$33.00M");
    expect(await tile("Late amount")).toHaveTextContent("$6.00M");
    expect(await tile("Defaulted amount")).toHaveTextContent("$5.50M");
    expect(await tile("Base APR, by principal")).toHaveTextContent("12.13%");
    expect(await tile("Active loans")).toHaveTextContent("20");
    expect(screen.getByRole("note")).toHaveTextContent("Sample data");
    expect(weights).toEqual(["outstanding_capital_dollar"]);
    expect(await screen.findAllByRole("button", { name: /^Explain, / })).toHaveLength(6);
  });

  it("mark the number of loans where sample loans are among those counted", async () => {
    show(true, "facts", 1);
    expect(await screen.findByText("20")).toBeInTheDocument();
    expect(within(await tile("Active loans")).getByText("Sample")).toBeInTheDocument();
  });

  it("do not mark a number of real loans alone", async () => {
    show(true, "facts", 0);
    expect(await screen.findByText("20")).toBeInTheDocument();
    expect(await tile("Active loans")).not.toHaveTextContent("Sample");
  });

  it("say why there are none, and that rows are made up all the same", async () => {
    show(false, "sample");
    expect(await screen.findAllByText("Not available")).not.toHaveLength(0);
    expect(await tile("Late amount")).toHaveTextContent("Not available");
    expect(screen.queryByText("Could not load")).not.toBeInTheDocument();
    expect(screen.getByRole("note")).toHaveTextContent("Sample data");
  });
});
