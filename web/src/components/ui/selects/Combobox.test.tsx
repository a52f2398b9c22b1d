import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import "@/testing/layers";
import { Combobox } from "./Combobox";
import { matchOptions, type Option, toOptions } from "./options";
import type { OptionLoader } from "./useOptions";

const all = toOptions(["Harbour (sample)", "Quay (sample)", "Tide (sample)"]);

function Sample({ load }: { load: OptionLoader<string> }) {
  const [value, setValue] = useState<Option | null>(null);
  return (
    <>
      <Combobox label="Issuer" value={value} onChange={setValue} load={load} />
      <output>{value?.value ?? "none"}</output>
    </>
  );
}

function show(load: OptionLoader<string> = async (search) => matchOptions(all, search)) {
  const user = userEvent.setup();
  render(<Sample load={load} />);
  return { user, field: screen.getByRole("combobox", { name: "Issuer" }) };
}

describe("a combobox", () => {
  it("offers what is found for what is typed and takes it by the keyboard", async () => {
    const { user, field } = show();
    await user.click(field);
    await user.keyboard("tid");
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
    await user.keyboard("{Enter}");
    expect(field).toHaveValue("Tide (sample)");
    expect(screen.getByText("Tide (sample)", { selector: "output" })).toBeVisible();
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  });

  it("forgets the choice when the field is emptied", async () => {
    const { user, field } = show();
    await user.click(field);
    await user.click(await screen.findByRole("option", { name: "Quay (sample)" }));
    await user.clear(field);
    expect(screen.getByText("none")).toBeVisible();
  });

  it("shows what was chosen again when a search is given up", async () => {
    const { user, field } = show();
    await user.click(field);
    await user.click(await screen.findByRole("option", { name: "Quay (sample)" }));
    await user.type(field, "zz");
    await user.keyboard("{Escape}");
    expect(field).toHaveValue("Quay (sample)");
  });

  it("says that it waits, that nothing is there, and that it failed", async () => {
    let fail = true;
    const load = vi.fn<OptionLoader<string>>(async () => {
      if (fail) throw new Error("down");
      return [];
    });
    const { user, field } = show(load);
    await user.click(field);
    expect(await screen.findByRole("alert")).toHaveTextContent("The options could not be loaded");
    fail = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No matching options")).toBeVisible();
  });

  it("never shows the answer to an older search", async () => {
    const answers = new Map<string, (options: Option[]) => void>();
    const signals: AbortSignal[] = [];
    const { user, field } = show((search, signal) => {
      signals.push(signal);
      return new Promise((resolve) => answers.set(search, resolve));
    });
    await user.click(field);
    await waitFor(() => expect(answers.has("")).toBe(true));
    expect(screen.getByText("Loading options")).toBeInTheDocument();
    await user.keyboard("t");
    await waitFor(() => expect(answers.has("t")).toBe(true));
    answers.get("t")?.(toOptions(["Tide (sample)"]));
    expect(await screen.findByRole("option", { name: "Tide (sample)" })).toBeVisible();
    answers.get("")?.(toOptions(["Quay (sample)"]));
    expect(signals[0]?.aborted).toBe(true);
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
    expect(screen.getByRole("option", { name: "Tide (sample)" })).toBeVisible();
  });
});
