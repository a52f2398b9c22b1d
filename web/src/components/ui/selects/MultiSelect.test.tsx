import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { MultiSelect } from "./MultiSelect";
import { toOptions } from "./options";

const options = toOptions(["Bonds", "Stocks", "Funds"]);

function Sample() {
  const [values, setValues] = useState<string[]>([]);
  return (
    <>
      <MultiSelect label="Classes" options={options} values={values} onChange={setValues} />
      <output>{values.join(", ")}</output>
      <button type="button">Elsewhere</button>
    </>
  );
}

const chosen = () => screen.getByRole("status", { hidden: false }).textContent;

async function open() {
  const user = userEvent.setup();
  render(<Sample />);
  await user.click(screen.getByRole("combobox", { name: "Classes" }));
  return user;
}

describe("a selector of several options", () => {
  it("stays open while options are switched on and off", async () => {
    const user = await open();
    await user.click(screen.getByRole("option", { name: "Funds" }));
    await user.click(screen.getByRole("option", { name: "Bonds" }));
    expect(chosen()).toBe("Bonds, Funds");
    await user.click(screen.getByRole("option", { name: "Funds" }));
    expect(chosen()).toBe("Bonds");
    expect(screen.getByRole("listbox")).toHaveAttribute("aria-multiselectable", "true");
  });

  it("takes back a choice at its label", async () => {
    const user = await open();
    await user.click(screen.getByRole("option", { name: "Stocks" }));
    await user.click(screen.getByRole("button", { name: "Remove Stocks" }));
    expect(chosen()).toBe("");
  });

  it("is worked by the keyboard alone", async () => {
    const user = userEvent.setup();
    render(<Sample />);
    await user.tab();
    await user.keyboard("{ArrowDown}");
    await user.keyboard(" {ArrowDown} {Escape}");
    expect(chosen()).toBe("Bonds, Stocks");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    expect(screen.getByRole("combobox", { name: "Classes" })).toHaveFocus();
  });

  it("closes on a click elsewhere", async () => {
    const user = await open();
    await user.click(screen.getByRole("button", { name: "Elsewhere" }));
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  });

  it("has no search box for few options", async () => {
    await open();
    expect(screen.queryByRole("combobox", { name: /Search/ })).not.toBeInTheDocument();
  });
});
