import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testColumns, testFacts, testRows } from "../tableFixtures";
import { Grid } from "./Grid";

const columns = testColumns.slice(0, 3);
const sort = { column: "value", direction: "descending" } as const;

let followed: Array<{ href: string | null; newTab: boolean }> = [];

/** Stands in for the browser, which would leave the page. */
function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link) return;
  event.preventDefault();
  followed.push({ href: link.getAttribute("href"), newTab: event.ctrlKey || event.metaKey });
}

beforeEach(() => {
  followed = [];
  window.addEventListener("click", follow, true);
});
afterEach(() => window.removeEventListener("click", follow, true));

function Selectable({ selectable = true }: { selectable?: boolean }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <Grid
        label="Assets"
        columns={columns}
        rows={testRows(30)}
        facts={testFacts}
        sort={sort}
        onSort={() => {}}
        selection={selectable ? { ids, onChange: setIds } : undefined}
      />
      <output>{[...ids].join(" ")}</output>
    </>
  );
}

function show(selectable = false) {
  const view = render(<Selectable selectable={selectable} />);
  return { ...view, user: userEvent.setup() };
}

function place(): string | undefined {
  return document.activeElement instanceof HTMLElement
    ? document.activeElement.dataset.cell
    : undefined;
}

function focusFirst(): void {
  act(() => screen.getByRole("link", { name: "Fund 1 (sample)" }).focus());
}

describe("walking with the keys", () => {
  it("has one tab stop, which follows the focus", async () => {
    const { user } = show();
    await user.tab();
    expect(place()).toBe("0:0");
    await user.keyboard("{ArrowDown}{ArrowRight}");
    expect(place()).toBe("1:1");
    await user.tab();
    expect(document.body).toHaveFocus();
    await user.tab({ shift: true });
    expect(place()).toBe("1:1");
  });

  it("moves by cell, row end, page and table end", async () => {
    const { user } = show();
    focusFirst();
    const walk: Array<[string, string]> = [
      ["{ArrowRight}", "0:1"],
      ["{End}", "0:2"],
      ["{ArrowRight}", "0:2"],
      ["{Home}", "0:0"],
      ["{PageDown}", "10:0"],
      ["{PageUp}", "0:0"],
      ["{PageUp}", "0:0"],
      ["{Control>}{End}{/Control}", "29:2"],
      ["{ArrowDown}", "29:2"],
      ["{Control>}{Home}{/Control}", "0:0"],
      ["{ArrowUp}", "-1:0"],
      ["{ArrowRight}", "-1:1"],
      ["{ArrowUp}", "-1:1"],
    ];
    for (const [keys, expected] of walk) {
      await user.keyboard(keys);
      expect(place(), keys).toBe(expected);
    }
  });

  it("walks the way the text runs", async () => {
    const { user, container } = show();
    container.dir = "rtl";
    focusFirst();
    await user.keyboard("{ArrowLeft}");
    expect(place()).toBe("0:1");
    await user.keyboard("{ArrowRight}");
    expect(place()).toBe("0:0");
  });

  it("enters the controls of a cell and comes back", async () => {
    const { user } = show();
    focusFirst();
    await user.keyboard("{End}{F2}");
    expect(document.activeElement).toHaveTextContent("Explain");
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement).toHaveTextContent("Explain");
    await user.keyboard("{Escape}");
    expect(place()).toBe("0:2");
  });

  it("enters the control of the second cell, which holds the cover of the row too", async () => {
    const [name, value, holders] = columns;
    if (!name || !value || !holders) throw new Error("three columns");
    const ordered = [name, holders, value];
    render(
      <Grid
        label="Assets"
        columns={ordered}
        rows={testRows(3)}
        facts={testFacts}
        sort={sort}
        onSort={() => {}}
      />,
    );
    focusFirst();
    await userEvent.setup().keyboard("{ArrowRight}{F2}");
    expect(document.activeElement).toHaveTextContent("Explain");
  });

  it("leaves the browser's own keys alone", async () => {
    const { user } = show();
    focusFirst();
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    expect(place()).toBe("0:0");
  });
});

describe("opening rows", () => {
  it("opens with Enter from any cell", async () => {
    const { user } = show();
    focusFirst();
    await user.keyboard("{Enter}");
    await user.keyboard("{ArrowDown}{ArrowRight}{Enter}");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(followed).toEqual([
      { href: "/assets/row-1", newTab: false },
      { href: "/assets/row-2", newTab: false },
      { href: "/assets/row-2", newTab: true },
    ]);
  });

  it("opens with a press on a figure, and in a new tab with the middle button", async () => {
    const { user } = show();
    await user.click(screen.getByText("999.0"));
    await user.pointer({ keys: "[MouseMiddle]", target: screen.getByText("998.0") });
    expect(followed).toEqual([
      { href: "/assets/row-2", newTab: false },
      { href: "/assets/row-3", newTab: true },
    ]);
  });

  it("opens nothing with a press on a control of a cell", async () => {
    const { user } = show();
    const [explain] = screen.getAllByRole("button", { name: "Explain" });
    if (explain) await user.click(explain);
    expect(followed).toEqual([]);
  });
});

describe("selecting rows", () => {
  it("selects with Space and with the box, one row or all", async () => {
    const { user } = show(true);
    act(() => screen.getByRole("link", { name: "Fund 2 (sample)" }).focus());
    await user.keyboard(" ");
    expect(screen.getByRole("status")).toHaveTextContent(/^row-2$/);
    await user.click(screen.getByRole("checkbox", { name: "Select Fund 1 (sample)" }));
    expect(screen.getByRole("status")).toHaveTextContent(/^row-2 row-1$/);
    const all = screen.getByRole("checkbox", { name: "Select all rows of this page" });
    expect(all).toBePartiallyChecked();
    await user.click(all);
    expect(all).toBeChecked();
    await user.click(all);
    expect(screen.getByRole("status")).toHaveTextContent(/^$/);
  });

  it("shows which rows are selected", async () => {
    const { user } = show(true);
    await user.click(screen.getByRole("checkbox", { name: "Select Fund 1 (sample)" }));
    const [row] = screen.getAllByRole("row", { selected: true });
    expect(row).toHaveTextContent("Fund 1 (sample)");
    expect(screen.getByRole("grid")).toHaveAttribute("aria-multiselectable", "true");
  });

  it("walks over the boxes as its first column", async () => {
    const { user } = show(true);
    focusFirst();
    await user.keyboard("{Home}");
    expect(screen.getByRole("checkbox", { name: "Select Fund 1 (sample)" })).toHaveFocus();
    await user.keyboard(" ");
    expect(screen.getByRole("status")).toHaveTextContent(/^row-1$/);
  });
});
