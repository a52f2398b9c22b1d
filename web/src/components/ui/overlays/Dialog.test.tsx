import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Dialog } from "./Dialog";

describe("a dialog", () => {
  it("without a way out ignores Escape and clicks outside and has no close button", async () => {
    const user = userEvent.setup({ pointerEventsCheck: 0 });
    render(
      <Dialog open title="Stay">
        <p>Content</p>
      </Dialog>,
    );
    await user.keyboard("{Escape}");
    await user.click(document.body);
    expect(screen.getByRole("dialog", { name: "Stay" })).toBeVisible();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it("with a way out closes on Escape and on its button", async () => {
    const user = userEvent.setup();
    const onClose = vi.fn();
    render(
      <Dialog open title="Leave" onClose={onClose}>
        <p>Content</p>
      </Dialog>,
    );
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it("with a way out closes on a press beside its panel, not on one that began inside", async () => {
    const user = userEvent.setup();
    const onClose = vi.fn();
    render(
      <Dialog open title="Leave" onClose={onClose}>
        <p>Content</p>
      </Dialog>,
    );
    const dialog = screen.getByRole("dialog");
    await user.pointer([
      { keys: "[MouseLeft>]", target: screen.getByText("Content") },
      { keys: "[/MouseLeft]", target: dialog },
    ]);
    expect(onClose).not.toHaveBeenCalled();
    await user.click(dialog);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("keeps Tab inside, and returns the focus to what had it", async () => {
    const user = userEvent.setup();
    const page = (open: boolean) => (
      <>
        <button type="button">Opener</button>
        <Dialog open={open} title="Rename" onClose={() => {}}>
          <input aria-label="Name" />
        </Dialog>
      </>
    );
    const { rerender } = render(page(false));
    screen.getByRole("button", { name: "Opener" }).focus();
    rerender(page(true));
    expect(screen.getByRole("textbox")).toHaveFocus();
    await user.tab();
    expect(screen.getByRole("button", { name: "Close" })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole("textbox")).toHaveFocus();
    await user.tab({ shift: true });
    expect(screen.getByRole("button", { name: "Close" })).toHaveFocus();
    rerender(page(false));
    expect(screen.getByRole("button", { name: "Opener" })).toHaveFocus();
  });
});
