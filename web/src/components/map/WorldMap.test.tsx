import { readFileSync } from "node:fs";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MapPlace } from "./MapShapes";
import { WorldMap } from "./WorldMap";
import world from "./world.json";

/** A window of a known size, which jsdom has not. */
class Window1000 {
  constructor(private readonly callback: ResizeObserverCallback) {}
  observe() {
    const contentRect = { width: 1000, height: 500 } as DOMRectReadOnly;
    this.callback([{ contentRect } as ResizeObserverEntry], this as unknown as ResizeObserver);
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal("ResizeObserver", Window1000);
  return () => vi.unstubAllGlobals();
});

function place(code: string, name: string, words: string, sample = false): [string, MapPlace] {
  return [code, { code, name, words, colour: "var(--seq-4)", sample }];
}

const places = new Map([
  place("FR", "France", "3 rules", true),
  place("DE", "Germany", "9 rules"),
  place("LI", "Liechtenstein", "1 rule"),
  ["PL", { code: "PL", name: "Poland", words: "Nothing recorded", colour: null }] as const,
]);

function show(selected: string[] = []) {
  const onSelect = vi.fn();
  render(
    <WorldMap label="Rules by country" places={places} selected={selected} onSelect={onSelect} />,
  );
  return { onSelect, user: userEvent.setup() };
}

describe("the map", () => {
  it("has a place for every country of the catalog, inside of it", () => {
    const [head = "", ...lines] = readFileSync("../deploy/seed/countries.csv", "utf8")
      .trim()
      .split("\n");
    const at = head.split(",").indexOf("code");
    const codes = lines.map((line) => line.split(",")[at]).filter((code) => code !== "AQ");
    expect(world.places.map(({ code }) => code)).toEqual(codes.toSorted());
    for (const { code, x, y } of world.places) {
      expect(x >= 0 && x <= world.width && y >= 0 && y <= world.height, code).toBe(true);
    }
  });

  it("names what is known, and offers nothing else", async () => {
    show(["DE"]);
    const options = await screen.findAllByRole("option");
    expect(options.map((option) => option.getAttribute("aria-label"))).toEqual([
      "Germany: 9 rules",
      "France: 3 rules",
      "Liechtenstein: 1 rule",
    ]);
    expect(screen.getByRole("option", { selected: true })).toHaveAccessibleName("Germany: 9 rules");
  });

  it("marks sample data beside the country that is pointed at", async () => {
    const { user } = show();
    await user.hover(await screen.findByRole("option", { name: /France/ }));
    expect(screen.getByText("France").nextSibling).toHaveTextContent("Sample");
    await user.hover(screen.getByRole("option", { name: /Germany/ }));
    expect(screen.getByText("Germany").nextSibling).toBeNull();
  });

  it("chooses what is pressed, and lets go on the sea", async () => {
    const { onSelect, user } = show();
    await user.click(await screen.findByRole("option", { name: /France/ }));
    expect(onSelect).toHaveBeenLastCalledWith("FR");
    await user.click(screen.getByRole("listbox", { name: "Rules by country" }));
    expect(onSelect).toHaveBeenLastCalledWith(null);
  });

  it("is walked and zoomed by keys", async () => {
    const { onSelect, user } = show(["FR"]);
    await screen.findAllByRole("option");
    const map = screen.getByRole("listbox", { name: "Rules by country" });
    map.focus();
    await user.keyboard("{ArrowRight}");
    const pointed = () => document.getElementById(map.getAttribute("aria-activedescendant") ?? "");
    expect(pointed()).toHaveAccessibleName(/Liechtenstein|Germany/);
    await user.keyboard("{Enter}");
    expect(onSelect).toHaveBeenLastCalledWith(pointed()?.getAttribute("data-code"));
    expect(screen.getByRole("button", { name: "Zoom out" })).toBeDisabled();
    await user.keyboard("+");
    expect(screen.getByRole("button", { name: "Zoom out" })).toBeEnabled();
    await user.click(screen.getByRole("button", { name: "Whole world" }));
    expect(screen.getByRole("button", { name: "Zoom out" })).toBeDisabled();
  });
});
