import { type BrowserContext, expect, type Page } from "@playwright/test";

/** The address of the installation with third-party scripts enabled. */
export const scriptsUrl = process.env.SCRIPTS_URL ?? "";
if (!scriptsUrl) {
  throw new Error("SCRIPTS_URL is not set: make e2e starts an installation with scripts of others");
}

export const kinds = ["chat", "flags", "forms", "recording", "tag_manager", "visitors"];

/** Every request of the context that leaves the origin of the site, by its path. */
export function departures(context: BrowserContext): string[] {
  const found: string[] = [];
  context.on("request", (request) => {
    const { protocol, origin, pathname } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== scriptsUrl) found.push(pathname);
  });
  return found;
}

/** The scripts among these departures: every load of each. */
export function loads(found: readonly string[]): string[] {
  return found.flatMap((path) => path.match(/^\/(\w+)\.js$/)?.[1] ?? []).sort();
}

export const banner = (page: Page) =>
  page.getByRole("region", { name: "Allow third-party services?" });

export const choicesButton = (page: Page) =>
  page.getByRole("contentinfo").getByRole("button", { name: "Privacy choices" });

export const choices = (page: Page) => page.getByRole("dialog", { name: "Privacy choices" });

/** The calls that the script of a kind received, once there are `count` of them. */
export async function received(page: Page, kind: string, count: number): Promise<unknown[][]> {
  const read = () =>
    page.evaluate(
      (wanted) =>
        ((window as Window & { received?: unknown[][] }).received ?? [])
          .filter(([one]) => one === wanted)
          .map((words) => words.slice(1)),
      kind,
    );
  await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(count);
  return read();
}

/** Data stored on the origin of the site under names that are not its own. */
export async function traces(page: Page): Promise<string[]> {
  const kept = await page.evaluate(() => [
    ...document.cookie.split("; ").map((pair) => pair.split("=")[0] ?? ""),
    ...Object.keys(localStorage),
  ]);
  return kept.filter((name) => name !== "" && !/^(assay|next)/.test(name)).sort();
}
