import type { BrowserContext } from "@playwright/test";

/** Gives visitors the pages of features that are off by default. */
export async function switchOn(context: BrowserContext, ...features: string[]): Promise<void> {
  await context.route("**/config.json", async (route) => {
    // A connection that rests may be closed by the server while a request is on its way.
    const answer = await route.fetch({ maxRetries: 2 });
    const config = (await answer.json()) as { defaultFeatures: string[] };
    const defaultFeatures = [
      ...config.defaultFeatures,
      "enable-experimental-features",
      ...features,
    ];
    await route.fulfill({ response: answer, json: { ...config, defaultFeatures } });
  });
}
