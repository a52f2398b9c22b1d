import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import "@/testing/layers";
import { toOptions } from "@/components/ui/selects/options";
import type { Filter } from "@/lib/address/viewState";
import { formatMoney } from "@/lib/format";
import { FilterBar } from "./FilterBar";
import {
  type FilterField,
  filterLabels,
  storedNumber,
  typedNumber,
  withFilter,
} from "./filterFields";

const fields: ReadonlyArray<FilterField> = [
  { id: "name", label: "Name", kind: "text", placeholder: "Name or ticker" },
  { id: "note", label: "Note", kind: "text" },
  { id: "status", label: "Status", kind: "one", options: toOptions(["Active", "Closed"]) },
  {
    id: "class",
    label: "Class",
    kind: "several",
    options: [
      { value: "treasuries", content: { label: "U.S. Treasuries" } },
      { value: "credit", content: { label: "Private Credit" } },
      { value: "stocks", content: { label: "Stocks" } },
    ],
  },
  {
    id: "value",
    label: "Value",
    kind: "number",
    unit: { label: "US$", size: 1 },
    format: (value) => formatMoney(value, { digits: 0 }),
  },
  { id: "yield", label: "Yield", kind: "number", unit: { label: "%", size: 0.01 } },
  { id: "since", label: "Inception", kind: "date" },
  { id: "yields", label: "Pays a yield", kind: "boolean" },
];

type ControlledProps = {
  initial: Filter[];
  searchField: string | undefined;
  onChange: (filters: ReadonlyArray<Filter>) => void;
};

function Controlled({ initial, searchField, onChange }: ControlledProps) {
  const [filters, setFilters] = useState<ReadonlyArray<Filter>>(initial);
  return (
    <FilterBar
      fields={fields}
      filters={filters}
      searchField={searchField}
      result={`${filters.length} filters`}
      onChange={(next) => {
        onChange(next);
        setFilters(next);
      }}
    />
  );
}

function show(initial: Filter[] = [], searchField?: string) {
  const onChange = vi.fn();
  render(<Controlled initial={initial} searchField={searchField} onChange={onChange} />);
  return { onChange, user: userEvent.setup() };
}

type User = ReturnType<typeof userEvent.setup>;

async function add(user: User, field: string) {
  await user.click(screen.getByRole("button", { name: "Add filter" }));
  await user.click(screen.getByRole("option", { name: field }));
}

describe("a filter in words", () => {
  it.each<[Filter, string, string]>([
    [{ field: "name", operator: "contains", values: ["gold"] }, "Name contains", "gold"],
    [{ field: "name", operator: "starts", values: ["gold"] }, "Name starts with", "gold"],
    [{ field: "name", operator: "not", values: ["gold"] }, "Name not", "gold"],
    [{ field: "status", operator: "is", values: ["Active"] }, "Status", "Active"],
    [
      { field: "class", operator: "is", values: ["treasuries", "credit"] },
      "Class",
      "U.S. Treasuries or Private Credit",
    ],
    [
      { field: "class", operator: "not", values: ["treasuries", "credit", "stocks"] },
      "Class not",
      "U.S. Treasuries and 2 more",
    ],
    [{ field: "class", operator: "is", values: ["gone"] }, "Class", "gone"],
    [{ field: "value", operator: "between", values: ["10000000", ""] }, "Value from", "$10M"],
    [{ field: "value", operator: "between", values: ["", "5e7"] }, "Value up to", "$50M"],
    [{ field: "value", operator: "between", values: ["1e7", "5e7"] }, "Value", "$10M to $50M"],
    [{ field: "value", operator: "between", values: ["many", ""] }, "Value from", "many"],
    [{ field: "yield", operator: "between", values: ["0.045", ""] }, "Yield from", "4.5%"],
    [
      { field: "since", operator: "between", values: ["2026-11-19", ""] },
      "Inception from",
      "19 Nov 2026",
    ],
    [
      { field: "since", operator: "between", values: ["", "2026-11-19"] },
      "Inception until",
      "19 Nov 2026",
    ],
    [{ field: "yields", operator: "is", values: ["false"] }, "Pays a yield", "No"],
    [{ field: "gone", operator: "not", values: ["a", "b"] }, "gone not", "a or b"],
  ])("shows %j", (filter, subject, value) => {
    const field = fields.find(({ id }) => id === filter.field);
    expect(filterLabels(field, filter)).toEqual({ subject, value });
  });

  it("keeps what is typed and what is stored apart without losing digits", () => {
    expect(storedNumber("10M", 1)).toBe("10000000");
    expect(storedNumber("4.35", 0.01)).toBe("0.0435");
    expect(typedNumber("0.0435", 0.01)).toBe("4.35");
    expect(storedNumber("many", 1)).toBe("");
    expect(typedNumber("", 1)).toBe("");
  });

  it("replaces a condition that asks the same and adds another", () => {
    const is: Filter = { field: "class", operator: "is", values: ["credit"] };
    const not: Filter = { field: "class", operator: "not", values: ["stocks"] };
    expect(withFilter([is], not, null)).toEqual([is, not]);
    expect(withFilter([is, not], { ...is, values: ["stocks"] }, null)).toEqual([
      { ...is, values: ["stocks"] },
      not,
    ]);
    expect(withFilter([is, not], { ...is, values: ["stocks"] }, 1)).toEqual([
      { ...is, values: ["stocks"] },
    ]);
  });
});

describe("chips", () => {
  const both: Filter[] = [
    { field: "class", operator: "is", values: ["credit"] },
    { field: "value", operator: "between", values: ["10000000", ""] },
  ];

  it("are removed one by one or all at once, and the focus stays near", async () => {
    const { user, onChange } = show(both);
    await user.click(screen.getByRole("button", { name: "Remove filter Class Private Credit" }));
    expect(onChange).toHaveBeenLastCalledWith([both[1]]);
    expect(screen.getByRole("button", { name: "Remove filter Value from $10M" })).toHaveFocus();
    expect(screen.getByRole("status")).toHaveTextContent("1 filters");
    await user.click(screen.getByRole("button", { name: "Clear all" }));
    expect(onChange).toHaveBeenLastCalledWith([]);
    expect(screen.getByRole("button", { name: "Add filter" })).toHaveFocus();
    expect(screen.queryByRole("button", { name: "Clear all" })).not.toBeInTheDocument();
  });

  it("open what they say for a change", async () => {
    const { user, onChange } = show(both);
    await user.click(screen.getByRole("button", { name: "Value from $10M" }));
    const to = screen.getByRole("textbox", { name: "To" });
    await user.type(to, "2M");
    expect(screen.getByRole("alert")).toHaveTextContent("must not exceed");
    expect(screen.getByRole("button", { name: "Apply" })).toBeDisabled();
    await user.clear(to);
    await user.type(to, "50M{Enter}");
    expect(onChange).toHaveBeenLastCalledWith([
      both[0],
      { field: "value", operator: "between", values: ["10000000", "50000000"] },
    ]);
  });

  it("of a field that is no more can still be removed", async () => {
    const { user, onChange } = show([{ field: "gone", operator: "is", values: ["x"] }]);
    await user.click(screen.getByRole("button", { name: "Remove filter gone x" }));
    expect(onChange).toHaveBeenLastCalledWith([]);
  });
});

describe("adding a filter", () => {
  it("asks for one of few at once", async () => {
    const { user, onChange } = show();
    await add(user, "Status");
    await user.click(screen.getByRole("option", { name: "Closed" }));
    expect(onChange).toHaveBeenLastCalledWith([
      { field: "status", operator: "is", values: ["Closed"] },
    ]);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("asks for yes or no", async () => {
    const { user, onChange } = show();
    await add(user, "Pays a yield");
    await user.click(screen.getByRole("option", { name: "Yes" }));
    expect(onChange).toHaveBeenLastCalledWith([
      { field: "yields", operator: "is", values: ["true"] },
    ]);
  });

  it("asks for several, with or without them", async () => {
    const { user, onChange } = show();
    await add(user, "Class");
    expect(screen.getByRole("button", { name: "Apply" })).toBeDisabled();
    await user.click(screen.getByRole("option", { name: "U.S. Treasuries" }));
    await user.click(screen.getByRole("option", { name: "Stocks" }));
    await user.click(screen.getByRole("radio", { name: "Is none of" }));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(onChange).toHaveBeenLastCalledWith([
      { field: "class", operator: "not", values: ["treasuries", "stocks"] },
    ]);
  });

  it("asks for text, starting in the box", async () => {
    const { user, onChange } = show();
    await add(user, "Note");
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Note" })).toHaveFocus());
    await user.keyboard("  gold {Enter}");
    expect(onChange).toHaveBeenLastCalledWith([
      { field: "note", operator: "contains", values: ["gold"] },
    ]);
  });

  it("asks for days", async () => {
    const { user, onChange } = show();
    await add(user, "Inception");
    await user.type(screen.getByLabelText("From"), "2026-01-01");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(onChange).toHaveBeenLastCalledWith([
      { field: "since", operator: "between", values: ["2026-01-01", ""] },
    ]);
    const chips = screen.getByRole("list", { name: "Active filters" });
    expect(within(chips).getByText("1 Jan 2026")).toBeInTheDocument();
  });

  it("works by the keyboard alone", async () => {
    const { user, onChange } = show();
    screen.getByRole("button", { name: "Add filter" }).focus();
    await user.keyboard("{Enter}");
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    await user.keyboard("{ArrowDown}{Enter}");
    expect(onChange).toHaveBeenLastCalledWith([
      { field: "status", operator: "is", values: ["Closed"] },
    ]);
    expect(screen.getByRole("button", { name: "Add filter" })).toHaveFocus();
  });

  it("refuses what is no number", async () => {
    const { user } = show();
    await add(user, "Value");
    await user.type(screen.getByRole("textbox", { name: "From" }), "many");
    expect(screen.getByRole("alert")).toHaveTextContent("Write a number");
  });
});

describe("the search box", () => {
  it("takes effect at once with Enter and is no chip", async () => {
    const { user, onChange } = show([], "name");
    await user.type(screen.getByRole("searchbox", { name: "Name or ticker" }), "gold{Enter}");
    expect(onChange).toHaveBeenCalledExactlyOnceWith([
      { field: "name", operator: "contains", values: ["gold"] },
    ]);
    expect(screen.queryByRole("list")).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Add filter" }));
    expect(screen.queryByRole("option", { name: "Name" })).not.toBeInTheDocument();
  });

  it("takes effect when the typing pauses, and is removed when emptied", async () => {
    const { user, onChange } = show([], "name");
    const box = screen.getByRole("searchbox");
    await user.type(box, "gold");
    await vi.waitFor(() => {
      expect(onChange).toHaveBeenLastCalledWith([
        { field: "name", operator: "contains", values: ["gold"] },
      ]);
    });
    await user.clear(box);
    await vi.waitFor(() => expect(onChange).toHaveBeenLastCalledWith([]));
  });
});
