import { act, render, screen, waitFor } from "@testing-library/react";
import { RouterContext } from "next/dist/shared/lib/router-context.shared-runtime";
import type { NextRouter } from "next/router";
import { useRouter } from "next/router";
import { expect, it } from "vitest";
import { PageTurn } from "./PageTurn";

function Name({ page }: { page: string }) {
  return <h1>{`${page} at ${useRouter().asPath}`}</h1>;
}

function Place({ page }: { page: string }) {
  return (
    <main id="main" tabIndex={-1} aria-label={page}>
      <button type="button">{`Leave ${page}`}</button>
    </main>
  );
}

const places = (page: string) => (
  <RouterContext value={{ pathname: page, asPath: page } as NextRouter}>
    <button type="button">Beside</button>
    <PageTurn>
      <Place page={page} />
    </PageTurn>
  </RouterContext>
);

const site = (page: string, asPath: string) => (
  <RouterContext value={{ pathname: page, asPath } as NextRouter}>
    <PageTurn>
      <Name page={page} />
    </PageTurn>
  </RouterContext>
);

const headings = () => screen.queryAllByText(/ at /).map(({ textContent }) => textContent);
const shown = () => screen.getAllByRole("heading").map(({ textContent }) => textContent);

it("keeps the page that leaves out of reach, with its own address, until the next one was painted", async () => {
  const { rerender } = render(site("/a", "/a?x=1"));
  rerender(site("/b", "/b"));
  expect(headings()).toEqual(["/b at /b", "/a at /a?x=1"]);
  expect(shown()).toEqual(["/b at /b"]);
  expect(screen.getByText("/a at /a?x=1").parentElement).toHaveAttribute("inert");
  await waitFor(() => expect(headings()).toEqual(["/b at /b"]));
});

it("follows an address that changes within a page", () => {
  const { rerender } = render(site("/a", "/a"));
  rerender(site("/a", "/a?x=2"));
  expect(headings()).toEqual(["/a at /a?x=2"]);
});

it("shows the last of pages that follow one another at once, and a page that comes back", async () => {
  const { rerender } = render(site("/a", "/a"));
  rerender(site("/b", "/b"));
  rerender(site("/c", "/c"));
  expect(shown()).toEqual(["/c at /c"]);
  rerender(site("/a", "/a?x=3"));
  expect(shown()).toEqual(["/a at /a?x=3"]);
  await waitFor(() => expect(headings()).toEqual(["/a at /a?x=3"]));
  await act(async () => {});
  expect(shown()).toEqual(["/a at /a?x=3"]);
});

it("takes the focus of the page that left, and leaves alone what has it beside", async () => {
  const { rerender } = render(places("/a"));
  expect(document.body).toHaveFocus();
  screen.getByRole("button", { name: "Leave /a" }).focus();
  rerender(places("/b"));
  expect(screen.getByRole("main", { name: "/b" })).toHaveFocus();
  await waitFor(() => expect(document.querySelector("[inert]")).toBeNull());
  screen.getByRole("button", { name: "Beside" }).focus();
  rerender(places("/a"));
  await waitFor(() => expect(document.querySelector("[inert]")).toBeNull());
  expect(screen.getByRole("button", { name: "Beside" })).toHaveFocus();
});

it("takes the focus that a layer gave back into the page that left", async () => {
  const { rerender } = render(places("/a"));
  screen.getByRole("button", { name: "Beside" }).focus();
  rerender(places("/b"));
  document.body.querySelector<HTMLElement>("[inert] button")?.focus();
  await waitFor(() => expect(screen.getByRole("main", { name: "/b" })).toHaveFocus());
});
