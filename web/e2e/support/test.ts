import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
} from "@playwright/test";
import { type Extent, overflow, seriousFindings } from "./findings";
import { awaitLink, knownMails } from "./mail";

let people = 0;

/** An address that no earlier test used. */
export function newAddress(domain = "example.test"): string {
  return `journey-${unique()}@${domain}`;
}

/** A word that no earlier test used. */
export function unique(): string {
  people += 1;
  return `${Date.now().toString(36)}${process.pid.toString(36)}${people}`;
}

/** Asks for a link on the sign-in page that is open, and takes it from the mail. */
export async function askForLink(page: Page, address: string): Promise<string> {
  const known = knownMails();
  await page.getByRole("textbox", { name: "E-mail address" }).fill(address);
  await page.getByRole("button", { name: "Send sign-in link" }).click();
  await expect(page).toHaveURL(/\/auth\/verify$/);
  return awaitLink(address, known);
}

/** Signs the context in as its pages do, without one: journeys that are about something else begin here. */
export async function signInByMail({ request }: BrowserContext, address: string): Promise<void> {
  const known = knownMails();
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  const form = { csrfToken, email: address, callbackUrl: "/", json: "true" };
  const requested = await request.post("/api/auth/signin/email", { form });
  expect(requested.ok(), `a link for ${address}: ${requested.status()}`).toBe(true);
  const answer = await request.get(await awaitLink(address, known), { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
}

/** Sends the input of a procedure, again as long as the answer says when to: journeys that edit run side by side. */
export async function send(
  request: APIRequestContext,
  procedure: string,
  input: unknown,
  tries = 5,
): Promise<APIResponse> {
  const answer = await request.post(`/api/trpc/${procedure}`, { data: input });
  const seconds = Number(answer.headers()["retry-after"]);
  if (answer.status() !== 503 || !seconds || tries === 1) return answer;
  await new Promise((done) => setTimeout(done, 1000 * seconds));
  return send(request, procedure, input, tries - 1);
}

/** Calls a procedure as the signed-in browser does, to prepare what a journey does not walk itself. */
export async function call(
  context: BrowserContext,
  procedure: string,
  input: unknown,
): Promise<void> {
  const answer = await send(context.request, procedure, input);
  expect(answer.ok(), `${procedure}: ${answer.status()}`).toBe(true);
}

/** The answers that the welcome form asks a new user for. */
export const profile = {
  occupation: "Analyst",
  acquisitionChannel: "Podcast",
  assetClassInterests: ["Stablecoins"],
  shouldReceiveMarketing: false,
};

/** A page with little content of its own, for journeys about the header, navigation and footer of all pages. */
export const quietPage = "/citations";

/** For a journey in which neither width nor theme can matter: it is walked in one of the looks. */
export const oneLook = { tag: "@one-look" };

/** For a journey in what only narrow windows have. */
export const narrowLook = { tag: "@narrow-look" };

/** Notes what the policy of a page refuses, as the console says it, until the returned function is called. */
function noteViolations(context: BrowserContext, found: string[]): () => void {
  const note = (message: ConsoleMessage) => {
    const text = message.text();
    if (message.type() !== "error" || !/content security policy/i.test(text)) return;
    found.push(`${message.page()?.url()}: ${text}`);
  };
  context.on("console", note);
  return () => context.off("console", note);
}

/** Contexts that have it already: tests may share one. */
const moving = new WeakSet<BrowserContext>();

/** A hand that is never still: what waits for a visitor to be there does not wait. */
export async function moveAlways(context: BrowserContext): Promise<BrowserContext> {
  if (moving.has(context)) return context;
  moving.add(context);
  await context.addInitScript(() => {
    setInterval(() => dispatchEvent(new Event("pointermove")), 200);
  });
  return context;
}

type Fixtures = {
  /** Violations of the pages' policies in every context of the test: any that remain fail it. */
  violations: string[];
  /** Signs the context in; unless new, past the welcome. The account has the theme of the project. */
  signIn: (page: Page, options?: { address?: string; newcomer?: boolean }) => Promise<string>;
  /** Fails on a serious or critical finding of axe, of the page or of parts, or on content wider than the window. */
  inspect: (page: Page, extent?: Extent, parts?: string) => Promise<void>;
};

export const test = base.extend<Fixtures>({
  violations: [
    async ({ browser, context }, use) => {
      const found: string[] = [];
      const stop = noteViolations(context, found);
      await moveAlways(context);
      const { newContext } = browser;
      browser.newContext = async (options?: BrowserContextOptions) => {
        const created = await newContext.call(browser, options);
        noteViolations(created, found);
        return moveAlways(created);
      };
      await use(found);
      browser.newContext = newContext;
      stop();
      expect(found, "what the policy of a page refused").toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ colorScheme }, use) => {
    await use(async (page, { address = newAddress(), newcomer = false } = {}) => {
      const context = page.context();
      await signInByMail(context, address);
      const preferences = { darkMode: colorScheme === "dark" };
      await call(context, "userSettings.updatePreferences", { preferences });
      if (!newcomer) await call(context, "userSettings.updateProfile", { profile });
      return address;
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
  inspect: async ({}, use) => {
    await use(async (page, extent, parts) => {
      expect(await seriousFindings(page, extent, parts)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    });
  },
});

export { expect };

export const account = (page: Page) => page.getByRole("button", { name: /^\S{1,2} account$/ });

export const signInLink = (page: Page) => {
  return page.getByRole("banner").getByRole("link", { name: "Sign in" });
};

export const welcome = (page: Page) => page.getByRole("dialog", { name: "Welcome to Assay" });

export const toast = (page: Page) => page.locator("[data-toast]");

/** Does what the browser does when the visitor comes back to the tab. */
export async function returnToTab(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
}
