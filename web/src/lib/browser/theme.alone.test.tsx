import { afterEach, describe, expect, it, vi } from "vitest";
import { runFirstScript } from "@/testing/firstScript";
import { applyAccountTheme, chooseTheme } from "./theme";

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
  runFirstScript();
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
