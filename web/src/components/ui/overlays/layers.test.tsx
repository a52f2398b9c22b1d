import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import "@/testing/layers";
import { Drawer } from "./Drawer";
import { Popover } from "./Popover";

describe("a popover", () => {
  it("opens at its button, holds the focus, and gives it back on Escape", async () => {
    const user = userEvent.setup();
    render(
      <Popover label="Columns" trigger={<button type="button">Columns</button>}>
        <input aria-label="Find a column" />
      </Popover>,
    );
    await user.click(screen.getByRole("button", { name: "Columns" }));
    expect(await screen.findByRole("dialog", { name: "Columns" })).toBeVisible();
    await waitFor(() => expect(screen.getByRole("textbox")).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole("button", { name: "Columns" })).toHaveFocus());
  });
});

describe("a drawer", () => {
  const show = (modal: boolean) => {
    const onClose = vi.fn();
    render(
      <>
        <button type="button">Elsewhere</button>
        <Drawer open onClose={onClose} title="Explain" subtitle="Value" modal={modal} footer="Foot">
          <p>How it was obtained</p>
        </Drawer>
      </>,
    );
    return onClose;
  };

  it("is a named dialog that Escape and its button close", async () => {
    const user = userEvent.setup();
    const onClose = show(true);
    expect(screen.getByRole("dialog", { name: "Explain" })).toHaveTextContent(
      "How it was obtained",
    );
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it("keeps the page out of reach while it is modal", () => {
    show(true);
    expect(screen.queryByRole("button", { name: "Elsewhere" })).not.toBeInTheDocument();
  });

  it("leaves the page in use while it is not", async () => {
    const onClose = show(false);
    await userEvent.click(screen.getByRole("button", { name: "Elsewhere" }));
    expect(onClose).not.toHaveBeenCalled();
  });
});
