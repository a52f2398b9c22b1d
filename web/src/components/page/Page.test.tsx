import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "@/testing/render";
import { Page } from "./Page";
import { PageHeader } from "./PageHeader";

it("shows its heading, its lead, the way up and what can be done", () => {
  render(
    <Page
      title="Harbour fund (sample)"
      lead="What it holds."
      parent={{ href: "/assets", label: "Assets" }}
      actions={<button type="button">Export</button>}
    >
      <p>content</p>
    </Page>,
  );
  const main = screen.getByRole("main");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Harbour fund (sample)");
  expect(screen.getByRole("link", { name: "Assets" })).toHaveAttribute("href", "/assets");
  expect(screen.getByRole("button", { name: "Export" })).toBeVisible();
  expect(main).toHaveTextContent("What it holds.");
  expect(main).toHaveTextContent("content");
});

it("works without anything but a title", async () => {
  render(<Page title="Bare">content</Page>);
  await waitFor(() => expect(screen.getByRole("main")).toHaveTextContent("content"));
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

it("has a head that can stand inside of another page", () => {
  render(<PageHeader level={2} title="Harbour fund (sample)" />);
  expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("Harbour fund (sample)");
});
