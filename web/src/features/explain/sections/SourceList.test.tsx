import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { SourceValue } from "@/api/contract";
import { explanation } from "@/testing/timeseriesFixtures";
import { SourceList } from "./SourceList";

const oracle: SourceValue = {
  source: "oracle",
  value: 1.0625,
  reason: null,
  rank: 1,
  rank_known_at: "2026-11-20T13:00:00.000Z",
  is_taken: true,
  differs: false,
};
const report: SourceValue = {
  source: "report",
  value: 1.0425,
  reason: null,
  rank: null,
  rank_known_at: null,
  is_taken: false,
  differs: true,
};

it("names the source that is shown, its rank, and the others with their values", () => {
  render(<SourceList explanation={explanation({ sources: [oracle, report] })} />);
  const [first, second] = screen.getAllByRole("listitem");
  expect(first).toHaveTextContent(/oracleShown\$1\.0625Rank 1 since/);
  expect(second).toHaveTextContent("reportDiffers$1.0425No rank");
  expect(screen.getByText(/Sources differ by more than 1\.0% of the larger value/)).toBeVisible();
});

it("says nothing of a difference within the tolerance, and why a source has no value", () => {
  const silent = { ...report, value: null, differs: false };
  render(<SourceList explanation={explanation({ sources: [oracle, silent] })} />);
  const [, second] = screen.getAllByRole("listitem");
  expect(within(second as HTMLElement).getByText("No value of this day")).toBeVisible();
  expect(screen.queryByText(/Sources differ/)).not.toBeInTheDocument();
});
