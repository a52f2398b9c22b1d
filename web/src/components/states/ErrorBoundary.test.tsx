import { screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { ErrorBoundary } from "./ErrorBoundary";

function Broken({ fails }: { fails: boolean }) {
  if (fails) throw new Error("broken");
  return <p>The page</p>;
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

it("keeps the window usable when a page breaks, and leads on", () => {
  render(
    <ErrorBoundary page="/networks" contact="team@example.test">
      <Broken fails />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("This page stopped working");
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to the market overview" })).toBeVisible();
  expect(screen.getByText("team@example.test")).toBeVisible();
});

it("leads nowhere else from the overview itself", () => {
  render(
    <ErrorBoundary page="/">
      <Broken fails />
    </ErrorBoundary>,
  );
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

function Walk() {
  const [page, setPage] = useState("/networks");
  return (
    <>
      <button type="button" onClick={() => setPage("/news")}>
        On
      </button>
      <ErrorBoundary page={page}>
        <Broken fails={page === "/networks"} />
      </ErrorBoundary>
    </>
  );
}

it("gives another page another try", async () => {
  const { user } = render(<Walk />);
  expect(screen.queryByText("The page")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "On" }));
  expect(screen.getByText("The page")).toBeVisible();
});
