import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { applyAccountTheme, chooseTheme } from "./theme";

const beforePaint = readFileSync("public/first.js", "utf8");

function systemPrefers(dark: boolean) {
  vi.spyOn(window, "matchMedia").mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: dark,
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
}

function paint() {
  new Function(beforePaint)();
  return document.documentElement.dataset.theme;
}

afterEach(() => localStorage.clear());

describe("the theme before the first paint", () => {
  it("follows the system for a new visitor", () => {
    systemPrefers(true);
    expect(paint()).toBe("dark");
    systemPrefers(false);
    expect(paint()).toBe("light");
  });

  it("follows the visitor's choice before the system", () => {
    systemPrefers(true);
    chooseTheme("light");
    expect(paint()).toBe("light");
  });

  it("follows the account before the visitor's choice, until the sign-out", () => {
    systemPrefers(false);
    chooseTheme("light");
    applyAccountTheme("dark");
    expect(paint()).toBe("dark");
    applyAccountTheme(null);
    expect(paint()).toBe("light");
  });

  it("ignores what is no theme", () => {
    systemPrefers(false);
    localStorage.setItem("assay.theme", "purple");
    expect(paint()).toBe("light");
  });
});
