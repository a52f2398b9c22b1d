import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** The extent of a check with axe: all rules, or those that depend on the theme. */
export type Extent = "all" | "colours";

const ofColours = ["color-contrast", "link-in-text-block"];

/** The serious and critical findings of axe, each with its elements. */
export async function graveFindings(page: Page, extent: Extent = "all"): Promise<string[]> {
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
  // Pages here have no frames of others: axe needs no second page to put its answers together in.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  if (extent === "colours") axe.withRules(ofColours);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/** By how many pixels the content is wider than the window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(0, scrollWidth - clientWidth);
  });
}
