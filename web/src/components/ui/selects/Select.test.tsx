import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import "@/testing/layers";
import { toOptions } from "./options";
import { Select } from "./Select";

const eight = toOptions(["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"]);
const nine = [...eight, ...toOptions(["Nine"])];

function Sample({
  options = nine,
  onChosen = () => {},
}: {
  options?: typeof nine;
  onChosen?: (v: string) => void;
}) {
  const [value, setValue] = useState("");
  const change = (next: string) => {
    setValue(next);
    onChosen(next);
  };
  return <Select label="Number" required options={options} value={value} onChange={change} />;
}

async function open() {
  const user = userEvent.setup();
  await user.click(screen.getByRole("combobox", { name: "Number" }));
  return user;
}

describe("a selector", () => {
  it("marks a required field with an asterisk", () => {
    render(<Sample />);
    expect(screen.getByText("*")).toBeVisible();
    expect(screen.getByRole("combobox", { name: "Number" })).toBeRequired();
  });

  it("offers a search box above eight options only", async () => {
    const { unmount } = render(<Sample options={eight} />);
    await open();
    expect(screen.queryByRole("combobox", { name: /Search/ })).not.toBeInTheDocument();
    unmount();
    render(<Sample options={nine} />);
    await open();
    await waitFor(() =>
      expect(screen.getByRole("combobox", { name: "Search: Number" })).toHaveFocus(),
    );
  });

  it("says so when nothing matches, and shows all again when the search is emptied", async () => {
    render(<Sample />);
    const user = await open();
    await user.keyboard("zzz");
    expect(screen.getByText("No matching options")).toBeVisible();
    expect(screen.getByText("Try a different search or view all options")).toBeVisible();
    expect(screen.queryAllByRole("option")).toHaveLength(0);
    await user.clear(screen.getByRole("combobox", { name: "Search: Number" }));
    expect(screen.getAllByRole("option")).toHaveLength(9);
    expect(screen.queryByText("No matching options")).not.toBeInTheDocument();
  });

  it("finds options whatever the case and counts them", async () => {
    render(<Sample />);
    const user = await open();
    await user.keyboard("NI");
    expect(screen.getAllByRole("option")).toHaveLength(1);
    expect(screen.getByText("1 of 9")).toBeVisible();
  });

  it("is worked by the keyboard alone", async () => {
    const onChosen = vi.fn();
    render(<Sample onChosen={onChosen} />);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard("{ArrowDown}");
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}{Enter}");
    expect(onChosen).toHaveBeenCalledExactlyOnceWith("Two");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    expect(screen.getByRole("combobox", { name: "Number" })).toHaveTextContent("Two");
  });

  it("jumps to a letter when there is no search box", async () => {
    const onChosen = vi.fn();
    render(<Sample options={eight} onChosen={onChosen} />);
    const user = await open();
    await user.keyboard("s{Enter}");
    expect(onChosen).toHaveBeenCalledExactlyOnceWith("Six");
  });

  it("walks the options of a letter by pressing it again, and leaves commands to the browser", async () => {
    const onChosen = vi.fn();
    render(<Sample options={eight} onChosen={onChosen} />);
    const user = await open();
    await user.keyboard("tt{Control>}o{/Control}t{Enter}");
    expect(onChosen).toHaveBeenCalledExactlyOnceWith("Two");
    await user.click(screen.getByRole("combobox", { name: "Number" }));
    await user.keyboard("t{Enter}");
    expect(onChosen).toHaveBeenLastCalledWith("Three");
  });

  it("closes on Escape without a choice", async () => {
    const onChosen = vi.fn();
    render(<Sample onChosen={onChosen} />);
    const user = await open();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    expect(onChosen).not.toHaveBeenCalled();
  });

  it("shows the chosen option as selected when opened again", async () => {
    render(<Sample />);
    const user = await open();
    await user.click(screen.getByRole("option", { name: "Four" }));
    await user.click(screen.getByRole("combobox", { name: "Number" }));
    expect(screen.getByRole("option", { name: "Four" })).toHaveAttribute("aria-selected", "true");
    expect(screen.getByRole("option", { name: "Five" })).toHaveAttribute("aria-selected", "false");
  });
});
