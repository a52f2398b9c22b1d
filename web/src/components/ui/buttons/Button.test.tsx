import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Button } from "./Button";
import { ButtonLink } from "./ButtonLink";

describe("a button", () => {
  it("that is under way keeps name and focus and takes no second press", async () => {
    const user = userEvent.setup();
    const onClick = vi.fn();
    const { rerender } = render(<Button onClick={onClick}>Save view</Button>);
    await user.click(screen.getByRole("button", { name: "Save view" }));
    rerender(
      <Button onClick={onClick} loading>
        Save view
      </Button>,
    );
    const button = screen.getByRole("button", { name: "Save view", busy: true });
    await user.click(button);
    await user.keyboard("{Enter}");
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(button).toHaveFocus();
  });

  it("sends no form twice", async () => {
    const user = userEvent.setup();
    const onSubmit = vi.fn((event: React.SubmitEvent) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" loading>
          Save
        </Button>
      </form>,
    );
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

it("may be a link that looks like one", () => {
  render(<ButtonLink href="/login">Sign in</ButtonLink>);
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
});
