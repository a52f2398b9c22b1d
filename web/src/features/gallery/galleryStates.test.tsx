import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "@/testing/render";
import { LeagueStates } from "./LeagueStates";
import { OpenStates } from "./layers/OpenStates";

it.each([
  ["Drawer, failed", "The explanation could not be loaded"],
  ["Drawer, empty", "Nothing to explain"],
  ["Dialog, failed", "without a web address"],
])("shows a layer as %s", async (name, text) => {
  const { user } = render(<OpenStates />);
  await user.click(screen.getByRole("button", { name }));
  const layer = await screen.findByRole("dialog");
  expect(layer).toHaveTextContent(text);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("shows a dialog at work", async () => {
  const { user } = render(<OpenStates />);
  await user.click(screen.getByRole("button", { name: "Dialog, busy" }));
  const layer = await screen.findByRole("dialog");
  expect(within(layer).getByRole("button", { name: /Leave/ })).toHaveAttribute("aria-busy", "true");
});

it("shows league tables on their way, empty, failed, long and from right to left", () => {
  const { container } = render(<LeagueStates />);
  const table = screen.getByRole("table", { name: "League, loading, Networks" });
  expect(table).toHaveAttribute("aria-busy", "true");
  expect(screen.getByText("No ranking available")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("Networks could not be loaded");
  expect(screen.getAllByText(/Consolidated Larch/)).not.toHaveLength(0);
  expect(container.querySelector('[dir="rtl"] table')).not.toBeNull();
});
