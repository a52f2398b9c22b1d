import { act, render, waitFor } from "@testing-library/react";
import { RouterContext } from "next/dist/shared/lib/router-context.shared-runtime";
import type { NextRouter } from "next/router";
import { beforeEach, expect, it, vi } from "vitest";
import { PageAnchor } from "./PageAnchor";

const scrolled = vi.fn<(id: string) => void>();

beforeEach(() => {
  scrolled.mockReset();
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled(this.id);
  };
});

const site = (asPath: string, sections: ReadonlyArray<string>, left?: string) => (
  <RouterContext value={{ pathname: asPath.split("#")[0], asPath } as NextRouter}>
    {left && (
      <div inert>
        <h2 id={left}>Left</h2>
      </div>
    )}
    {sections.map((id) => (
      <h2 key={id} id={id}>
        Section
      </h2>
    ))}
    <PageAnchor />
  </RouterContext>
);

it("goes to a section of another page once that is drawn, and only then", async () => {
  const { rerender } = render(site("/a", []));
  rerender(site("/b#method", [], "method"));
  expect(scrolled).not.toHaveBeenCalled();
  rerender(site("/b#method", ["method"]));
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith("method"));
  rerender(site("/b#method", ["method", "status"]));
  await act(async () => {});
  expect(scrolled).toHaveBeenCalledTimes(1);
});

it("leaves to the browser what is drawn from the start, and where the visitor goes back to", async () => {
  const { rerender } = render(site("/a#method", ["method"]));
  expect(scrolled).not.toHaveBeenCalled();
  window.history.replaceState(null, "", "/b#status");
  window.dispatchEvent(new PopStateEvent("popstate"));
  rerender(site("/b#status", ["status"]));
  expect(scrolled).not.toHaveBeenCalled();
  // A link that is followed before the page comes back.
  window.dispatchEvent(new PopStateEvent("popstate"));
  rerender(site("/a#method", ["method"]));
  expect(scrolled).toHaveBeenCalledWith("method");
  rerender(site("/c#cite%20it", ["cite it"]));
  expect(scrolled).toHaveBeenCalledWith("cite it");
});

it("does not pull a visitor away who has begun to scroll", async () => {
  const { rerender } = render(site("/b#method", []));
  window.dispatchEvent(new WheelEvent("wheel"));
  rerender(site("/b#method", ["method"]));
  await act(async () => {});
  expect(scrolled).not.toHaveBeenCalled();
});
