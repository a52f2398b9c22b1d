import { describe, expect, it } from "vitest";
import tokens from "./tokens.css?inline";

const style = document.createElement("style");
style.textContent = tokens;
document.head.append(style);
const styleRules = [...(style.sheet?.cssRules ?? [])].filter(
  (rule) => rule instanceof CSSStyleRule,
);
style.remove();

/** The colours that the style sheet gives a page of a theme. */
function coloursOf(theme: string): (name: string) => string {
  const page = document.documentElement;
  const { theme: before } = page.dataset;
  page.dataset.theme = theme;
  const matching = styleRules.filter(({ selectorText }) => page.matches(selectorText));
  if (before === undefined) delete page.dataset.theme;
  else page.dataset.theme = before;
  return (name) => {
    const values = matching.map(({ style: declared }) => declared.getPropertyValue(`--${name}`));
    return values.findLast((value) => value !== "")?.trim() ?? "";
  };
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["bg", "surface", "surface-2", "raised"];
const rules: Array<[least: number, over: string[], names: string[]]> = [
  [7, grounds, ["text", "text-2", "pos", "neg", "warn", "accent"]],
  [4.5, grounds, ["sample-text"]],
  [4.5, ["surface-3"], ["text", "text-2"]],
  [3, ["bg", "surface"], ["control-line", "axis", "pos-mark", "neg-mark", "warn-mark", "focus"]],
  [3, ["surface"], ["fresh", "late", "stale", "paused", "other"]],
  [7, ["ink", "ink-hover"], ["on-ink"]],
];
const soft = ["pos", "neg", "warn", "info"];
const steps = Array.from({ length: 16 }, (_, index) => `cat-${index + 1}`);

describe.each([
  ["light", 4.5],
  ["dark", 7],
])("the %s theme", (theme, muted) => {
  const colour = coloursOf(theme);
  const check = (name: string, ground: string, least: number) => {
    const ratio = contrast(colour(name), colour(ground));
    expect(ratio, `--${name} on --${ground}`).toBeGreaterThanOrEqual(least);
  };

  it("is readable on every ground", () => {
    for (const [least, over, names] of rules) {
      for (const name of names) for (const ground of over) check(name, ground, least);
    }
  });

  it("is readable where muted text carries a value", () => {
    for (const ground of grounds) check("text-3", ground, muted);
  });

  it("is readable in its tinted pills", () => {
    for (const tone of soft) check(tone, `${tone}-soft`, 4.5);
  });

  it("draws every step of the palette apart from the ground", () => {
    for (const step of steps) check(step, "surface", 3);
  });
});
