import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import "@/testing/layers";
import { parseNumber } from "@/lib/format/parseNumber";
import { MultiSelect } from "../selects/MultiSelect";
import { toOptions } from "../selects/options";
import { Select } from "../selects/Select";
import { TextArea } from "./TextArea";
import { TextField } from "./TextField";

const notes = { hint: "As on the filing.", error: "That name is taken." };
const options = toOptions(["One", "Two"]);

describe("what the server says about a field", () => {
  it.each([
    ["textbox", <TextField key="a" id="a" label="Name" {...notes} />],
    ["textbox", <TextArea key="b" id="b" label="Name" {...notes} />],
    [
      "combobox",
      <Select key="d" label="Name" options={options} value="" onChange={() => {}} {...notes} />,
    ],
    [
      "combobox",
      <MultiSelect
        key="e"
        label="Name"
        options={options}
        values={[]}
        onChange={() => {}}
        {...notes}
      />,
    ],
  ])("belongs to the %s and is announced", (role, field) => {
    render(field);
    const control = screen.getByRole(role, { name: "Name" });
    expect(control).toBeInvalid();
    expect(control).toHaveAccessibleDescription("As on the filing. That name is taken.");
    expect(screen.getByRole("alert")).toHaveTextContent("That name is taken.");
  });
});

it.each([
  ["1,250.5", 1250.5],
  ["$10M", 10_000_000],
  ["2.5bn", 2_500_000_000],
  ["−3", -3],
  [" .5 ", 0.5],
  ["", null],
  ["ten", undefined],
  ["1.2.3", undefined],
  ["5 apples", undefined],
])("reads %j as %s", (text, value) => {
  expect(parseNumber(text)).toBe(value);
});

describe("a selector in a line of controls", () => {
  it("is named by the label inside it", () => {
    render(
      <Select look="toolbar" label="Group by" options={options} value="Two" onChange={() => {}} />,
    );
    expect(screen.getByRole("combobox", { name: "Group by" })).toHaveTextContent("Group byTwo");
  });
});

const nine = toOptions(["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9"]);

function Many({ onSubmit = () => {} }: { onSubmit?: () => void }) {
  const [values, setValues] = useState<string[]>(["A1", "A2"]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <MultiSelect label="Areas" options={nine} values={values} onChange={setValues} />
      <output>{values.join(",")}</output>
    </form>
  );
}

describe("a long list of options", () => {
  it("without a match shows all again at a press, reached by the keyboard too", async () => {
    const user = userEvent.setup();
    render(<Many />);
    await user.click(screen.getByRole("combobox", { name: "Areas" }));
    await user.keyboard("zz{Tab}{Enter}");
    expect(screen.getAllByRole("option")).toHaveLength(9);
    expect(screen.getByRole("combobox", { name: "Search: Areas" })).toHaveFocus();
  });

  it("sends no form by Enter", async () => {
    const user = userEvent.setup();
    const onSubmit = vi.fn();
    render(<Many onSubmit={onSubmit} />);
    await user.click(screen.getByRole("combobox", { name: "Areas" }));
    await user.keyboard("zz{Enter}");
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("is cleared at once", async () => {
    const user = userEvent.setup();
    render(<Many />);
    await user.click(screen.getByRole("combobox", { name: "Areas" }));
    await user.click(screen.getByRole("button", { name: "Clear" }));
    expect(screen.getByRole("status").textContent).toBe("");
  });
});
