import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { startTransition, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import "@/testing/layers";
import { type TestRow, testColumns, testFacts, testRows } from "@/components/table/tableFixtures";
import { NumberButton } from "@/components/ui/buttons/NumberButton";
import { DataTable, type DataTableProps, type TableState } from "./DataTable";
import { numberedPaging } from "./paging";
import type { CardLayout } from "./TableCards";

const testCards: CardLayout<TestRow> = {
  title: (row) => row.name,
  subtitle: () => "Treasuries",
  value: (row) => `$${row.value}M`,
  pairs: ["holders", "fee"],
};

const start: TableState = {
  sort: { column: "value", direction: "descending" },
  page: null,
  columns: null,
  perPage: null,
};

type Part = Partial<DataTableProps<TestRow>>;

/** A table whose state lives beside it, as a page keeps it in the address. */
function Controlled({ onStateChange, ...part }: Part) {
  const [state, setState] = useState(part.state ?? start);
  return (
    <DataTable
      label="Assets"
      columns={testColumns}
      facts={testFacts}
      rows={testRows(5)}
      paging={numberedPaging(1, 5, 12)}
      empty={{ title: "No assets match" }}
      {...part}
      state={state}
      onStateChange={(next) => {
        onStateChange?.(next);
        setState(next);
      }}
    />
  );
}

function show(part: Part = {}) {
  const onStateChange = vi.fn();
  const view = render(<Controlled onStateChange={onStateChange} {...part} />);
  return { ...view, onStateChange, user: userEvent.setup() };
}

function narrowWindow(): void {
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: query.includes("max-width"),
      media: query,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
}

const failure = { code: "SERVICE_UNAVAILABLE", reason: null, message: "", traceId: "t-1" };

describe("what the table shows", () => {
  it("names itself, its size and its columns with their units", () => {
    show();
    const grid = screen.getByRole("grid", { name: "Assets" });
    expect(grid).toHaveAttribute("aria-rowcount", "13");
    expect(screen.getByRole("columnheader", { name: "Value, US$ m" })).toBeInTheDocument();
    expect(screen.queryByRole("columnheader", { name: "Fee, bps" })).not.toBeInTheDocument();
    expect(screen.getByRole("rowheader", { name: "Fund 1 (sample)" })).toBeInTheDocument();
  });

  it("counts the rows of later pages on", () => {
    show({ paging: numberedPaging(2, 5, 12) });
    const row = screen.getByRole("link", { name: "Fund 1 (sample)" }).closest("tr");
    expect(row).toHaveAttribute("aria-rowindex", "7");
  });

  it("says what its total covers", () => {
    show({
      totals: { label: "12 assets, 5 shown", cells: { value: "4,990.0" } },
      coverage: "Total covers 11 of 12 assets; 1 withheld.",
    });
    const total = screen.getByRole("row", { name: /12 assets, 5 shown/ });
    expect(total).toHaveTextContent("4,990.0");
    expect(screen.getByText("Total covers 11 of 12 assets; 1 withheld.")).toBeInTheDocument();
  });
});

describe("sorting", () => {
  it("marks the sorted column and announces a change", async () => {
    const { user, onStateChange } = show();
    expect(screen.getByRole("columnheader", { name: "Value, US$ m" })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    expect(screen.getByRole("columnheader", { name: "Asset" })).toHaveAttribute(
      "aria-sort",
      "none",
    );
    await user.click(screen.getByRole("button", { name: "Asset" }));
    expect(onStateChange).toHaveBeenLastCalledWith({
      ...start,
      sort: { column: "name", direction: "ascending" },
    });
    expect(screen.getByRole("columnheader", { name: "Asset" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    expect(screen.getByRole("status")).toHaveTextContent("Sorted by Asset, A to Z");
  });

  it("turns a sorted column round and starts at the first page", async () => {
    const { user, onStateChange } = show({
      state: { ...start, page: { kind: "number", number: 3 } },
    });
    await user.click(screen.getByRole("button", { name: "Value, US$ m" }));
    expect(onStateChange).toHaveBeenLastCalledWith({
      ...start,
      sort: { column: "value", direction: "ascending" },
      page: null,
    });
    expect(screen.getByRole("status")).toHaveTextContent("Sorted by Value, lowest first");
  });

  it("offers no sorting where the server has none", () => {
    show();
    const header = screen.getByRole("columnheader", { name: "Holders" });
    expect(header).not.toHaveAttribute("aria-sort");
    expect(within(header).queryByRole("button")).not.toBeInTheDocument();
  });
});

describe("pages", () => {
  it("asks for the next page by its number", async () => {
    const { user, onStateChange } = show();
    expect(screen.getByText("1 to 5 of 12")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Page 1" })).toHaveAttribute("aria-current", "page");
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(onStateChange).toHaveBeenLastCalledWith({
      ...start,
      page: { kind: "number", number: 2 },
    });
  });

  it("writes the first page as no page", async () => {
    const { user, onStateChange } = show({ paging: numberedPaging(2, 5, 12) });
    await user.click(screen.getByRole("button", { name: "Previous" }));
    expect(onStateChange).toHaveBeenLastCalledWith(start);
  });

  it("asks by cursor where pages have no numbers", async () => {
    const paging = {
      size: 5,
      total: null,
      offset: 0,
      previous: null,
      next: { kind: "after", cursor: "abc" } as const,
    };
    const { user, onStateChange } = show({ paging });
    expect(screen.getByText("1 to 5 of more")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Page 1" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Previous" }));
    expect(onStateChange).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(onStateChange).toHaveBeenLastCalledWith({
      ...start,
      page: { kind: "after", cursor: "abc" },
    });
  });
});

describe("states", () => {
  it("keeps the columns and their header while the first rows are on their way", () => {
    show({ rows: undefined });
    expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "true");
    expect(screen.getByRole("columnheader", { name: "Value, US$ m" })).toBeInTheDocument();
    expect(screen.getByRole("status")).toHaveTextContent("Loading assets");
  });

  it("keeps the old rows while it asks for others", () => {
    show({ refreshing: true });
    expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "true");
    expect(screen.getByRole("link", { name: "Fund 1 (sample)" })).toBeInTheDocument();
  });

  it("is busy from a press on until its rows have the order that was pressed", async () => {
    let follow = () => {};
    const onStateChange = () =>
      startTransition(async () => {
        await new Promise<void>((done) => {
          follow = done;
        });
      });
    render(
      <DataTable
        label="Assets"
        columns={testColumns}
        facts={testFacts}
        rows={testRows(5)}
        paging={numberedPaging(1, 5, 12)}
        empty={{ title: "No assets match" }}
        state={start}
        onStateChange={onStateChange}
      />,
    );
    expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "false");
    await act(async () => screen.getByRole("button", { name: "Asset" }).click());
    expect(screen.getByRole("columnheader", { name: "Asset" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "true");
    await act(async () => follow());
    expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "false");
  });

  it("names the filters in force when nothing matches", () => {
    show({ rows: [], empty: { title: "No assets match", text: "Four filters are on." } });
    expect(screen.getByText("No assets match")).toBeInTheDocument();
    expect(screen.getByText("Four filters are on.")).toBeInTheDocument();
    expect(screen.queryByRole("grid")).not.toBeInTheDocument();
  });

  it("explains a failure in the place of rows and tries again", async () => {
    const onRetry = vi.fn();
    const { user } = show({ rows: undefined, failure, onRetry, toolbar: "Filters" });
    expect(screen.getByRole("alert")).toHaveTextContent("Assets could not be loaded");
    expect(screen.getByText("Filters")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it("keeps the rows when a later answer fails, and says so", () => {
    show({ failure });
    expect(screen.getByRole("alert")).toHaveTextContent("Assets may be out of date");
    expect(screen.getByRole("link", { name: "Fund 1 (sample)" })).toBeInTheDocument();
  });
});

describe("columns", () => {
  it("shows the chosen ones and remembers them through its state", async () => {
    const { user, onStateChange } = show();
    await user.click(screen.getByRole("button", { name: "Columns 3 of 4" }));
    const picker = screen.getByRole("dialog", { name: "Columns" });
    expect(within(picker).getByRole("checkbox", { name: "Asset" })).toBeDisabled();
    await user.click(within(picker).getByRole("checkbox", { name: /Fee/ }));
    await user.click(within(picker).getByRole("checkbox", { name: "Holders" }));
    await user.click(within(picker).getByRole("button", { name: "Show 3" }));
    expect(onStateChange).toHaveBeenLastCalledWith({ ...start, columns: ["name", "value", "fee"] });
    expect(screen.getByRole("columnheader", { name: "Fee, bps" })).toBeInTheDocument();
    expect(screen.queryByRole("columnheader", { name: "Holders" })).not.toBeInTheDocument();
  });

  it("gives a column that is shown again its place back", async () => {
    const { user, onStateChange } = show();
    await user.click(screen.getByRole("button", { name: "Columns 3 of 4" }));
    const picker = screen.getByRole("dialog", { name: "Columns" });
    const value = within(picker).getByRole("checkbox", { name: /Value/ });
    await user.click(value);
    await user.click(within(picker).getByRole("checkbox", { name: /Fee/ }));
    await user.click(value);
    await user.click(within(picker).getByRole("checkbox", { name: /Fee/ }));
    await user.click(within(picker).getByRole("button", { name: "Show 3" }));
    expect(onStateChange).toHaveBeenLastCalledWith(start);
  });

  it("takes nothing over when it is cancelled, and writes the default as none", async () => {
    const { user, onStateChange } = show({ state: { ...start, columns: ["name", "fee"] } });
    await user.click(screen.getByRole("button", { name: "Columns 2 of 4" }));
    await user.click(screen.getByRole("checkbox", { name: "Holders" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onStateChange).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Columns 2 of 4" }));
    await user.click(screen.getByRole("button", { name: "Reset" }));
    await user.click(screen.getByRole("button", { name: "Show 3" }));
    expect(onStateChange).toHaveBeenLastCalledWith(start);
  });

  it("finds columns by name", async () => {
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Columns 3 of 4" }));
    await user.type(screen.getByRole("searchbox", { name: "Search 4 columns" }), "fee");
    expect(screen.getAllByRole("checkbox")).toHaveLength(1);
    await user.type(screen.getByRole("searchbox"), "x");
    expect(screen.getByText("No columns match")).toBeInTheDocument();
  });

  it("offers columns that it leaves out, to be chosen and to sort by", async () => {
    const columns = testColumns.filter(({ id }) => id !== "value");
    const { user } = show({ columns, choices: testColumns, cards: testCards });
    expect(screen.queryByRole("columnheader", { name: /^Value/ })).not.toBeInTheDocument();
    const sort = screen.getByRole("combobox", { name: "Sort" });
    expect(sort).toHaveDisplayValue("Value, highest first");
    expect(screen.getByRole("status")).toHaveTextContent("Sorted by Value, highest first");
    await user.click(screen.getByRole("button", { name: "Columns 3 of 4" }));
    expect(screen.getByRole("checkbox", { name: /Value/ })).toBeChecked();
  });

  it("leaves out columns that do not exist", () => {
    show({ state: { ...start, columns: ["gone", "value"] } });
    expect(screen.getAllByRole("columnheader")).toHaveLength(2);
  });
});

describe("on a phone", () => {
  it("lists cards with name, value and pairs, each a link", () => {
    narrowWindow();
    show({ cards: testCards });
    expect(screen.queryByRole("grid")).not.toBeInTheDocument();
    const card = screen.getAllByRole("listitem")[0];
    expect(card).toHaveTextContent("Fund 1 (sample)Treasuries$1000M");
    expect(card).toHaveTextContent("Fee, bps20");
    expect(screen.getByRole("link", { name: "Fund 1 (sample)" })).toHaveAttribute(
      "href",
      "/assets/row-1",
    );
  });

  it("reaches each number by keys, and says what it is and of what", async () => {
    narrowWindow();
    const number = (id: string) => (
      <NumberButton pressed={false} onPress={() => {}} tabIndex={-1}>
        {id}
      </NumberButton>
    );
    const columns = testColumns.map((column) =>
      column.id === "holders" ? { ...column, cell: () => number("0") } : column,
    );
    const { user } = show({ columns, cards: { ...testCards, value: () => number("$5M") } });
    const [card] = screen.getAllByRole("listitem");
    const link = screen.getByRole("link", { name: "Fund 1 (sample)" });
    link.focus();
    await user.tab();
    const [value, holders] = within(card ?? document.body).getAllByRole("button");
    expect(value).toHaveFocus();
    expect(value).toHaveAccessibleName("Explain, Fund 1 (sample), $5M");
    await user.tab();
    expect(holders).toHaveFocus();
    expect(holders).toHaveAccessibleName("Explain, Holders of Fund 1 (sample), 0");
  });

  it("sorts by a list", async () => {
    narrowWindow();
    const { user, onStateChange } = show({ cards: testCards });
    await user.selectOptions(screen.getByRole("combobox", { name: "Sort" }), "Asset, A to Z");
    expect(onStateChange).toHaveBeenLastCalledWith({
      ...start,
      sort: { column: "name", direction: "ascending" },
    });
  });

  it("stays a table if the list has no cards", () => {
    narrowWindow();
    show();
    expect(screen.getByRole("grid")).toBeInTheDocument();
  });
});

describe("many rows", () => {
  it("draws a window of them and follows the keys to the last", async () => {
    vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(360);
    vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(5000 * 36);
    Element.prototype.scrollTo = function scrollTo(this: Element, options?: unknown) {
      this.scrollTop = (options as { top: number }).top;
      this.dispatchEvent(new Event("scroll"));
    };
    const { user } = show({ rows: testRows(5000), paging: numberedPaging(1, 5000, 5000) });
    expect(screen.getAllByRole("link").length).toBeLessThan(100);
    act(() => screen.getByRole("link", { name: "Fund 1 (sample)" }).focus());
    await user.keyboard("{Control>}{End}{/Control}");
    expect(await screen.findByText("Fund 5000 (sample)")).toBeInTheDocument();
    expect(document.activeElement).toHaveAttribute("data-cell", "4999:2");
    expect(screen.getAllByRole("link").length).toBeLessThan(100);
  });
});
