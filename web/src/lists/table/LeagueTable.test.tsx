import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { Column } from "@/components/table/columns";
import { type TestRow, testFacts, testRows } from "@/components/table/tableFixtures";
import { LeagueTable } from "./LeagueTable";
import { ShareBar } from "./ShareBar";

const columns: ReadonlyArray<Column<TestRow>> = [
  { id: "name", header: "Network", kind: "text", cell: (row) => row.name },
  { id: "value", header: "Value", unit: "US$ m", kind: "money", cell: (row) => row.value },
  {
    id: "share",
    header: "Share",
    kind: "share",
    cell: (row) => <ShareBar share={row.value / 2000} largest={0.5} />,
  },
];

const onView = vi.fn();
const onBucket = vi.fn();

function show(
  part: {
    rows?: TestRow[];
    rest?: TestRow[];
    failed?: boolean;
    onRetry?: () => void;
    expected?: number;
  } = {},
) {
  render(
    <LeagueTable
      title="League table"
      views={{
        label: "Ranked",
        options: [
          { value: "networks", label: "Networks", count: 20 },
          { value: "platforms", label: "Platforms", count: 41 },
        ],
        value: "networks",
        onChange: onView,
      }}
      buckets={{
        label: "Bucket",
        options: [
          { value: "distributed", label: "Distributed" },
          { value: "all", label: "All" },
        ],
        value: "distributed",
        onChange: onBucket,
      }}
      columns={columns}
      rows={part.rows}
      {...(part.rest && { rest: part.rest })}
      facts={testFacts}
      rankedBy="value"
      {...(part.expected && { expected: part.expected })}
      totals={{ label: "All 20 networks", cells: { value: "29,140" } }}
      empty="No ranking available"
      failure={part.failed ? { code: "NETWORK", reason: null, message: "", traceId: null } : null}
      onRetry={part.onRetry}
    />,
  );
  return userEvent.setup();
}

it("holds the room of all the rows that are expected", () => {
  show({ expected: 22 });
  const table = screen.getByRole("table");
  expect(table).toHaveAttribute("aria-busy", "true");
  expect(table.querySelectorAll("tbody tr")).toHaveLength(22);
});

it("ranks up to twenty rows, each a link, and says what the total covers", () => {
  show({ rows: testRows(25) });
  const table = screen.getByRole("table", { name: "League table, Networks" });
  const rows = within(table).getAllByRole("row");
  expect(rows).toHaveLength(22);
  expect(rows[1]).toHaveTextContent("1Fund 1 (sample)1000");
  expect(rows.at(-1)).toHaveTextContent("All 20 networks29,140");
  expect(within(table).getAllByRole("link")).toHaveLength(20);
  expect(within(table).getByRole("columnheader", { name: "Value, US$ m" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
});

it("puts what makes the rows up to the total under them, without a rank", () => {
  const [first, ...others] = testRows(3);
  show({ rows: first ? [first] : [], rest: others.slice(1) });
  const rows = screen.getAllByRole("row");
  expect(rows[1]).toHaveTextContent(/^1Fund 1/);
  expect(rows[2]).toHaveTextContent(/^Fund 3/);
});

it("switches between what is ranked and by which part", async () => {
  const user = show({ rows: testRows(3) });
  await user.click(screen.getByRole("tab", { name: /Platforms/ }));
  expect(onView).toHaveBeenLastCalledWith("platforms");
  await user.click(screen.getByRole("radio", { name: "All" }));
  expect(onBucket).toHaveBeenLastCalledWith("all");
});

it("keeps its header while the rows are on their way", () => {
  show();
  const table = screen.getByRole("table", { name: "League table, Networks" });
  expect(table).toHaveAttribute("aria-busy", "true");
  expect(within(table).getAllByRole("columnheader")).toHaveLength(4);
});

it("says when nothing is ranked and why it could not load", async () => {
  show({ rows: [] });
  expect(screen.getByText("No ranking available")).toBeInTheDocument();
});

it("tries again", async () => {
  const onRetry = vi.fn();
  const user = show({ failed: true, onRetry });
  expect(screen.getByRole("alert")).toHaveTextContent("Networks could not be loaded");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it("draws a share against the largest and leaves out what is not known", () => {
  const { container, rerender } = render(<ShareBar share={0.25} largest={0.5} />);
  expect(screen.getByText("25.0%")).toBeInTheDocument();
  expect(container.querySelector("[style]")).toHaveStyle({ width: "50.0%" });
  rerender(<ShareBar share={null} largest={0.5} reason="Withheld" />);
  expect(screen.getByText("Withheld")).toBeInTheDocument();
  expect(container.querySelector("[style]")).toHaveStyle({ width: "0.0%" });
});
