import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

/** The extent of a check with axe: all rules, or those that depend on the theme. */
export type Extent = "all" | "colours";

const ofColours = ["color-contrast", "link-in-text-block"];

const options: Record<Extent, axe.RunOptions> = {
  all: { resultTypes: ["violations"] },
  colours: { resultTypes: ["violations"], runOnly: { type: "rule", values: ofColours } },
};

/** The serious and critical findings of axe, each with its elements: of the page, or of parts that a selector names. */
export async function seriousFindings(
  page: Page,
  extent: Extent = "all",
  parts?: string,
): Promise<string[]> {
  // A transition that is under way has the colours of neither state. One in a part that is not drawn never ends.
  await page.evaluate(() => {
    const isDrawn = ({ effect }: Animation) =>
      !(effect instanceof KeyframeEffect) ||
      effect.target?.checkVisibility({ contentVisibilityAuto: true }) === true;
    const drawn = document.getAnimations().filter(isDrawn);
    return Promise.race([
      Promise.allSettled(drawn.map((each) => each.finished)),
      new Promise((done) => setTimeout(done, 2000)),
    ]);
  });
  // Its script is half a megabyte: a document takes it once, however often it is looked at.
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(quickAxe);
    await page.evaluate(rememberColours);
  }
  const violations = await page.evaluate(
    async ({ selector, chosen }) => {
      const there = window as unknown as { axe: typeof axe };
      return (await there.axe.run(selector ?? document, chosen)).violations;
    },
    { selector: parts, chosen: options[extent] },
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/**
 * Stands in for WeakMap and WeakSet: what belongs to an object is kept in a property of it. All keys of axe take one, being
 * its colours, colour spaces and nodes of the page; to a frozen one the script of axe would fail at once.
 */
function propertyOfObjects() {
  type Key = Record<symbol, unknown>;
  const name = Symbol();
  return {
    has: (key: Key) => name in key,
    // Axe asks for the node of an element that is not there, too.
    get: (key?: Key | null) => key?.[name],
    set: (key: Key, value: unknown) => {
      key[name] = value;
    },
    add: (key: Key) => {
      key[name] = true;
    },
  };
}

/**
 * Axe is published with a WeakMap for each private field of its classes. Filling those and collecting what is in them takes
 * a quarter of its time. The minified script is read by a browser in two thirds of the time of the other one.
 */
const quickAxe = `((WeakMap, WeakSet) => {
  ${readFileSync("node_modules/axe-core/axe.min.js", "utf8")}
})(${propertyOfObjects}, ${propertyOfObjects})`;

/** Axe reads the dozen colours of a page from their texts tens of thousands of times, which is half of its work. */
function rememberColours() {
  type Colour = { r: number; g: number; b: number; alpha: number };
  type Parser = { parseString(this: Colour, text: string): Colour };
  const { axe } = window as unknown as {
    axe: { commons: { color: { Color: { prototype: Parser } } } };
  };
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, Colour>();
  prototype.parseString = function (text) {
    const found = known.get(text);
    if (found) return Object.assign(this, found);
    const { r, g, b, alpha } = parseString.call(this, text);
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

/** By how many pixels the content is wider than the window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(0, scrollWidth - clientWidth);
  });
}
