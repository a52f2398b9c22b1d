import { readFileSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, oneLook, test } from "./support/test";

/** The forms that the services and the web are tested with, too. */
const forms: { own: Record<string, string>; refused: string[]; two_slashes: string[] } = JSON.parse(
  readFileSync("../proto/tests/return_addresses.json", "utf8"),
);

const every = [...forms.refused, ...forms.two_slashes, ...Object.keys(forms.own)];

/** Opened in parts, each in a browser of its own. */
const parts = [0, 1, 2, 3].map((part) => every.filter((_, index) => index % 4 === part));

function ofSite(form: string, origin: string): string {
  return form.replaceAll("{origin}", origin).replaceAll("{host}", new URL(origin).hostname);
}

/**
 * Notes what the browser requests from elsewhere, redirects included. Requests are not intercepted: a context with a
 * route has no cache, so that each form would fetch all scripts again. Hosts of the forms are reserved names.
 */
function watchBorder(page: Page, origin: string): readonly string[] {
  const crossed: string[] = [];
  page.context().on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== origin) crossed.push(request.url());
  });
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame() && new URL(frame.url()).origin !== origin)
      crossed.push(frame.url());
  });
  return crossed;
}

/** Opens the sign-in page with a return address. If it is open, it reads a new address without another load of its scripts. */
async function openSignIn(page: Page, callbackUrl: string): Promise<void> {
  const address = `/login?callbackUrl=${encodeURIComponent(callbackUrl)}`;
  if (new URL(page.url()).pathname === "/login")
    await page.evaluate((to) => {
      const { next } = window as unknown as {
        next: { router: { push(to: string): Promise<boolean> } };
      };
      return next.router.push(to);
    }, address);
  else await page.goto(address, { waitUntil: "domcontentloaded" });
}

for (const [number, part] of parts.entries()) {
  test(
    `the sign-in page leads a signed-in visitor to no other site, part ${number + 1}`,
    oneLook,
    async ({ page, signIn, baseURL }) => {
      test.setTimeout(240_000);
      const origin = new URL(baseURL ?? "").origin;
      await signIn(page);
      const crossed = watchBorder(page, origin);
      const followed = new Set<string>();
      for (const form of part) {
        await openSignIn(page, ofSite(form, origin));
        const link = page.getByRole("link", { name: "Continue", exact: true });
        const address = await link.evaluate((anchor: HTMLAnchorElement) => anchor.href);
        expect(address, form).toBe(`${origin}${forms.own[form] ?? "/"}`);
        // Nearly all forms make the link to the start, letter for letter: of these the first of a part is followed.
        const written = (await link.getAttribute("href")) ?? "";
        if (!followed.has(written)) {
          followed.add(written);
          await link.click();
          await page.waitForURL((url) => url.pathname !== "/login", { waitUntil: "commit" });
          expect(new URL(page.url()).origin, form).toBe(origin);
        }
        expect(crossed, form).toEqual([]);
      }
    },
  );
}

/** The address to which a sign-out leads, as the gateway writes it. */
async function signOut(request: APIRequestContext, callbackUrl: string): Promise<string> {
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  const answer = await request.post("/api/auth/signout", {
    // As forms of browsers send line breaks.
    form: { csrfToken, callbackUrl: callbackUrl.replaceAll(/\r\n?|\n/g, "\r\n") },
    maxRedirects: 0,
  });
  expect(answer.status(), callbackUrl).toBe(302);
  return answer.headers().location ?? "";
}

/** Signs out by the page of the gateway, whose form takes the return address. */
async function signOutByForm(page: Page, callbackUrl: string): Promise<void> {
  await page.goto("/api/auth/signout", { waitUntil: "domcontentloaded" });
  const left = page.waitForURL((url) => !url.pathname.endsWith("/signout"), {
    waitUntil: "commit",
  });
  // A text area, since an input drops the line breaks of its value.
  await page.evaluate((value) => {
    const [confirmation] = document.forms;
    const field = document.createElement("textarea");
    confirmation?.append(Object.assign(field, { name: "callbackUrl", value }));
    confirmation?.submit();
  }, callbackUrl);
  await left;
}

// The gateway leads from here: the scripts of the pages that it leads to would only take time.
test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("a sign-out leads to no other site", oneLook, async ({ page, baseURL }) => {
    test.setTimeout(240_000);
    const origin = new URL(baseURL ?? "").origin;
    const crossed = watchBorder(page, origin);
    await page.goto("/api/auth/signout", { waitUntil: "domcontentloaded" });
    // The browser reads each address. Of those that the gateway writes alike, letter for letter, one is followed.
    const followed = new Map<string, string>();
    for (const form of every) {
      const location = await signOut(page.request, ofSite(form, origin));
      if (!followed.has(location)) followed.set(location, form);
    }
    const read = await page.evaluate(
      (all) => all.map((location) => new URL(location, document.baseURI).origin),
      [...followed.keys()],
    );
    expect(new Set(read)).toEqual(new Set([origin]));
    for (const form of followed.values()) {
      await signOutByForm(page, ofSite(form, origin));
      expect(new URL(page.url()).origin, form).toBe(origin);
      expect(crossed, form).toEqual([]);
    }
  });
});
