import { startTransition, useEffect, useState } from "react";
import { watchTheme } from "@/lib/browser/theme";
import { afterPaint } from "@/lib/loading/afterPaint";

/** The tokens as values, for the canvas cannot read CSS variables. */
export type ChartTheme = {
  surface: string;
  surface3: string;
  line: string;
  lineStrong: string;
  text: string;
  text2: string;
  text3: string;
  grid: string;
  axis: string;
  annotation: string;
  other: string;
  bandEdge: string;
  inflow: string;
  outflow: string;
  categories: readonly string[];
  sequence: readonly string[];
  font: string;
};

function readTheme(style: CSSStyleDeclaration): ChartTheme {
  const token = (name: string) => style.getPropertyValue(name).trim();
  const row = (name: string, length: number) =>
    Array.from({ length }, (_, index) => token(`--${name}-${index + 1}`));
  return {
    surface: token("--surface"),
    surface3: token("--surface-3"),
    line: token("--line"),
    lineStrong: token("--line-strong"),
    text: token("--text"),
    text2: token("--text-2"),
    text3: token("--text-3"),
    grid: token("--grid"),
    axis: token("--axis"),
    annotation: token("--annot"),
    other: token("--other"),
    bandEdge: token("--band-sep"),
    inflow: token("--div-8"),
    outflow: token("--div-2"),
    categories: row("cat", 16),
    sequence: row("seq", 7),
    // Single quotes: the fonts also stand within attributes of SVG.
    font: token("--font-sans").replaceAll('"', "'"),
  };
}

export function colourOfStep(theme: ChartTheme, step: number): string {
  return theme.categories[step - 1] ?? theme.other;
}

/** The colour of a step of the sequential scale, from 1; 0 is the ground of what has no value. */
export function colourOfMagnitude(theme: ChartTheme, step: number): string {
  return theme.sequence[step - 1] ?? theme.surface3;
}

let known: { of: string | undefined; theme: ChartTheme } | null = null;

/** Read once for every theme, however many charts there are. */
function shownTheme(): ChartTheme {
  const root = document.documentElement;
  if (known?.of !== root.dataset.theme || !known) {
    known = { of: root.dataset.theme, theme: readTheme(getComputedStyle(root)) };
  }
  return known.theme;
}

/**
 * Null in the export alone: nothing but the canvas depends on it. After the page was painted in another theme the
 * charts follow one by one.
 */
export function useChartTheme(): ChartTheme | null {
  const [theme, setTheme] = useState(() => (typeof document === "undefined" ? null : shownTheme()));
  useEffect(() => {
    setTheme(shownTheme());
    let stop = () => {};
    const follow = () => {
      stop();
      stop = afterPaint(() => startTransition(() => setTheme(shownTheme())));
    };
    const end = watchTheme(follow);
    return () => {
      stop();
      end();
    };
  }, []);
  return theme;
}

/** One of the three parts of a colour; built style sheets shorten "#ffffff" to "#fff". */
function channel(hex: string, part: number): number {
  const digits =
    hex.length === 4 ? hex.charAt(part + 1).repeat(2) : hex.slice(2 * part + 1, 2 * part + 3);
  const value = Number.parseInt(digits, 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function luminance(hex: string): number {
  return 0.2126 * channel(hex, 0) + 0.7152 * channel(hex, 1) + 0.0722 * channel(hex, 2);
}

function contrast(first: string, second: string): number {
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Whichever of text and surface reads better on a colour. */
export function inkOn(theme: ChartTheme, colour: string): string {
  return contrast(theme.text, colour) >= contrast(theme.surface, colour)
    ? theme.text
    : theme.surface;
}
