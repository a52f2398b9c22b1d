import type { Page } from "@playwright/test";

/** Shows the pages of features that are off by default, as to a visitor of an installation that has them on. */
export async function switchOn(page: Page, ...features: string[]): Promise<void> {
  // Within the page, not on the way to it: a browser with a route has no cache, and hands each request to the journey.
  await page.addInitScript(
    (added) => {
      const request = window.fetch;
      window.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
        const answer = await request(input, init);
        if (!answer.ok || !answer.url.endsWith("/config.json")) return answer;
        const config = (await answer.json()) as { defaultFeatures: string[] };
        const defaultFeatures = [...config.defaultFeatures, ...added];
        return Response.json({ ...config, defaultFeatures });
      };
    },
    ["enable-experimental-features", ...features],
  );
}
