import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { PageHead } from "./PageHead";

// Next collects the head by itself; React puts these elements into the document's head.
vi.mock("next/head", () => ({ default: ({ children }: { children: ReactNode }) => children }));

const canonical = () =>
  document.head.querySelector('link[rel="canonical"]')?.getAttribute("href") ?? null;

it("names the canonical address of a page that search engines leave out", () => {
  const route = { pathname: "/admin/users/[userID]", asPath: "/admin/users/abc?tab=plan#top" };
  render(<PageHead title="User" hidden />, route);
  expect(canonical()).toMatch(/\/admin\/users\/abc$/);
  expect(document.head.querySelector('meta[name="robots"]')).toHaveAttribute("content", "noindex");
});

it("has no canonical address on the page for unknown addresses", () => {
  render(<PageHead title="Page not found" hidden />, { pathname: "/404", asPath: "/nowhere" });
  expect(canonical()).toBeNull();
});
