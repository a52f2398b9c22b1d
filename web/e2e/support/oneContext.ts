import type { BrowserContext, WorkerInfo } from "@playwright/test";
import { test } from "./test";

type Prepare = (context: BrowserContext, worker: WorkerInfo) => Promise<void>;

/**
 * Tests that a worker runs in one context: after the first of them the scripts of the site come from the cache of the
 * browser. Each has a tab of its own, and leaves nothing in the storage of the site. Who signs in needs another context.
 */
export function testInOneContext(prepare: Prepare = async () => {}) {
  return test.extend<object, { sharedContext: BrowserContext }>({
    sharedContext: [
      async ({ browser }, use, worker) => {
        const { baseURL, viewport, colorScheme, hasTouch } = worker.project.use;
        const context = await browser.newContext({ baseURL, viewport, colorScheme, hasTouch });
        await prepare(context, worker);
        await use(context);
        await context.close();
      },
      { scope: "worker" },
    ],
    context: ({ sharedContext }, use) => use(sharedContext),
    page: async ({ context }, use) => {
      const page = await context.newPage();
      await use(page);
      if (page.url().startsWith("http")) await page.evaluate(() => localStorage.clear());
      await page.close();
    },
  });
}

/** For pages that anybody may open, of which nothing of the network is counted. */
export const testAsVisitor = testInOneContext();
