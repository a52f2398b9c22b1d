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
});
