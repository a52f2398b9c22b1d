import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import "@/testing/layers";
import { Menu } from "../overlays/Menu";
import { Tabs } from "../tabs/Tabs";
import { Checkbox } from "./Checkbox";
import { SegmentedControl } from "./SegmentedControl";

const segments = [
  { value: "stacked", label: "Stacked" },
  { value: "lines", label: "Lines" },
  { value: "share", label: "Share", unavailable: "No whole to share" },
] as const;

function Style({ onChosen = () => {} }: { onChosen?: (value: string) => void }) {
  const [value, setValue] = useState<"stacked" | "lines" | "share">("stacked");
  const change = (next: typeof value) => {
    setValue(next);
    onChosen(next);
  };
  return <SegmentedControl label="Style" segments={segments} value={value} onChange={change} />;
}

describe("a segmented control", () => {
  it("is a named group of which one is chosen", async () => {
    const onChosen = vi.fn();
    render(<Style onChosen={onChosen} />);
    const group = screen.getByRole("group", { name: "Style" });
    expect(within(group).getByRole("radio", { name: "Stacked" })).toBeChecked();
    await userEvent.click(within(group).getByRole("radio", { name: "Lines" }));
    expect(onChosen).toHaveBeenCalledExactlyOnceWith("lines");
  });

  it("is walked by the arrow keys", async () => {
    const user = userEvent.setup();
    render(<Style />);
    await user.tab();
    await user.keyboard("{ArrowRight}");
    expect(screen.getByRole("radio", { name: "Lines" })).toBeChecked();
  });

  it("says why a segment cannot be chosen", () => {
    render(<Style />);
    expect(screen.getByRole("radio", { name: /^Share ?, No whole to share$/ })).toBeDisabled();
    expect(screen.getByTitle("No whole to share")).toBeVisible();
  });
});

const tabs = [
  { value: "holders", label: "Holders", count: 1112 },
  { value: "tokens", label: "Tokens", count: null },
  { value: "reserves", label: "Reserves", disabled: true },
] as const;

function Details() {
  const [value, setValue] = useState<"holders" | "tokens" | "reserves">("holders");
  return (
    <Tabs label="Details" tabs={tabs} value={value} onChange={setValue}>
      <p>Shown: {value}</p>
    </Tabs>
  );
}

describe("tabs", () => {
  it("show their counts and the panel of the chosen one", async () => {
    render(<Details />);
    expect(screen.getByRole("tab", { name: "Holders 1,112", selected: true })).toBeVisible();
    await userEvent.click(screen.getByRole("tab", { name: "Tokens" }));
    expect(screen.getByRole("tabpanel", { name: "Tokens" })).toHaveTextContent("Shown: tokens");
  });

  it("are walked by the arrow keys, past what is disabled", async () => {
    const user = userEvent.setup();
    render(<Details />);
    await user.tab();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(screen.getByRole("tab", { name: "Holders 1,112" })).toHaveFocus();
  });
});

describe("in a page that runs from right to left", () => {
  it("the arrow keys of tabs run that way too", async () => {
    const user = userEvent.setup();
    document.documentElement.dir = "rtl";
    try {
      render(<Details />);
      await user.tab();
      await user.keyboard("{ArrowLeft}");
      expect(screen.getByRole("tab", { name: "Tokens" })).toHaveFocus();
    } finally {
      document.documentElement.removeAttribute("dir");
    }
  });
});

describe("a checkbox", () => {
  it("is switched by its label and described by its hint", async () => {
    const onChange = vi.fn();
    render(
      <Checkbox label="Withheld" hint="Shown as a dash" checked={false} onChange={onChange} />,
    );
    await userEvent.click(screen.getByText("Withheld"));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
    expect(screen.getByRole("checkbox")).toHaveAccessibleDescription("Shown as a dash");
  });

  it("may stand for some of many", () => {
    render(<Checkbox label="All rows" bare checked={false} partly onChange={() => {}} />);
    expect(screen.getByRole("checkbox", { name: "All rows" })).toBePartiallyChecked();
  });
});

describe("a menu", () => {
  const open = async () => {
    const user = userEvent.setup();
    const onSelect = vi.fn();
    render(
      <Menu
        label="Chart"
        trigger={<button type="button">More</button>}
        groups={[
          [
            { label: "PNG", onSelect },
            { label: "Wait", onSelect, disabled: true },
          ],
          [],
          [
            { label: "Log scale", onSelect, checked: true },
            { label: "Sources", href: "/sources" },
          ],
        ]}
      />,
    );
    await user.click(screen.getByRole("button", { name: "More" }));
    return { user, onSelect };
  };

  it("is worked by the keyboard and closes when something is chosen", async () => {
    const { user, onSelect } = await open();
    await user.keyboard("{ArrowDown}{Enter}");
    expect(onSelect).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("menu")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "More" })).toHaveFocus();
  });

  it("says which of a group is chosen", async () => {
    const entry = (label: string, chosen: boolean) => ({ label, chosen, onSelect: vi.fn() });
    const trigger = <button type="button">Every</button>;
    const groups = [[entry("Day", false), entry("Week", true)]];
    render(<Menu label="Every" trigger={trigger} groups={groups} />);
    await userEvent.click(screen.getByRole("button", { name: "Every" }));
    expect(screen.getByRole("menuitemradio", { name: "Week" })).toBeChecked();
    expect(screen.getByRole("menuitemradio", { name: "Day" })).not.toBeChecked();
  });

  it("holds links, what is switched on, and what cannot be done now", async () => {
    await open();
    expect(screen.getByRole("menuitem", { name: "Sources" })).toHaveAttribute("href", "/sources");
    expect(screen.getByRole("menuitemcheckbox", { name: "Log scale" })).toBeChecked();
    expect(screen.getByRole("menuitem", { name: "Wait" })).toHaveAttribute("aria-disabled", "true");
    expect(screen.getAllByRole("separator")).toHaveLength(1);
  });
});
