import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { runFirstScript } from "@/testing/firstScript";
import { EarlyPress } from "./EarlyPress";

/** A page as it was exported, whose buttons have no listeners yet. */
function exported() {
  document.body.innerHTML =
    '<button aria-keyshortcuts="Control+K Meta+K /">Search</button><button>Menu</button><input aria-label="Name">';
  runFirstScript();
  const pressed: string[] = [];
  return {
    user: userEvent.setup(),
    pressed,
    live() {
      for (const button of screen.getAllByRole("button"))
        button.addEventListener("click", () => pressed.push(button.textContent));
      render(<EarlyPress />);
    },
  };
}

afterEach(() => {
  window.dispatchEvent(new Event("assay:alive"));
  document.body.innerHTML = "";
});

it("presses the button again that was pressed before the page answered", async () => {
  const { user, pressed, live } = exported();
  await user.click(screen.getByRole("button", { name: "Menu" }));
  live();
  expect(pressed).toEqual(["Menu"]);
  await user.click(screen.getByRole("button", { name: "Menu" }));
  expect(pressed).toEqual(["Menu", "Menu"]);
});

it.each(["{Control>}k{/Control}", "{Meta>}k{/Meta}", "/"])(
  "opens the search for %s typed before the page answered",
  async (keys) => {
    const { user, pressed, live } = exported();
    await user.keyboard(keys);
    live();
    expect(pressed).toEqual(["Search"]);
  },
);

it("leaves what is typed into a field to the field", async () => {
  const { user, pressed, live } = exported();
  await user.type(screen.getByRole("textbox"), "a/b");
  live();
  expect(screen.getByRole("textbox")).toHaveValue("a/b");
  expect(pressed).toEqual([]);
});

it("forgets a button that is gone", async () => {
  const { user, live } = exported();
  const menu = screen.getByRole("button", { name: "Menu" });
  const click = vi.spyOn(menu, "click");
  await user.click(menu);
  menu.remove();
  live();
  expect(click).not.toHaveBeenCalled();
});
