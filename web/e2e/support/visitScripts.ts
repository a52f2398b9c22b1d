import { type Page, type Request, test } from "@playwright/test";

/**
 * Collects the scripts that a page fetches. The returned function notes in the report how much of them, as they were sent,
 * a visit of that kind of page takes without a press, charts and other parts after the first paint included.
 * `budget.mjs` bounds the part before it.
 */
export function weighVisit(page: Page): (kind: string) => Promise<void> {
  const scripts: Request[] = [];
  page.on("requestfinished", (request) => {
    if (new URL(request.url()).pathname.endsWith(".js")) scripts.push(request);
  });
  return async (kind) => {
    const sizes = await Promise.all(scripts.map((script) => script.sizes()));
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    const description = `${(bytes / 1000).toFixed(1)} kB of scripts in a visit of ${kind}`;
    test.info().annotations.push({ type: "scripts", description });
  };
}
