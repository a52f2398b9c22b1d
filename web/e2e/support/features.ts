import type { BrowserContext } from "@playwright/test";

/** Gives visitors the pages of features that are off by default. */
export async function switchOn(context: BrowserContext, ...features: string[]): Promise<void> {
  await context.route("**/config.json", async (route) => {
    const answer = await route.fetch();
    const config = (await answer.json()) as { defaultFeatures: string[] };
    const defaultFeatures = [
      ...config.defaultFeatures,
      "enable-experimental-features",
      ...features,
    ];
    await route.fulfill({ response: answer, json: { ...config, defaultFeatures } });
  });
}
