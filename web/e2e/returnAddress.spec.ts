import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect, oneLook, test } from "./support/test";

/** The forms that the services and the web are tested with, too. */
const forms: { own: Record<string, string>; refused: string[]; two_slashes: string[] } = JSON.parse(
  readFileSync("../proto/tests/return_addresses.json", "utf8"),
);

/** The browser walks each of these by itself; all refused forms lead to the start, by one and the same way. */
const walked = [...forms.two_slashes, ...Object.keys(forms.own)];

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

const loginWith = (callbackUrl: string) => `/login?callbackUrl=${encodeURIComponent(callbackUrl)}`;

/** Comes to an address by a link of the site, and returns where the page leads on as soon as that is another place. */
function leadsOnFrom(next: Locator, address: string): Promise<string> {
  return next.evaluate((anchor: HTMLAnchorElement, href) => {
    const changed = new Promise<string>((resolve, reject) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve(anchor.href);
      });
      observer.observe(anchor, { attributeFilter: ["href"] });
      setTimeout(() => reject(new Error(`still leads to ${anchor.href}`)), 10_000);
    });
    const link = Object.assign(document.createElement("a"), { href });
    link.dataset.pageLink = "";
    document.body.append(link);
    link.click();
    link.remove();
    return changed;
  }, address);
}

test(
  "the sign-in page leads a signed-in visitor to no other site",
  oneLook,
  async ({ page, signIn, baseURL }) => {
    test.setTimeout(240_000);
    const origin = new URL(baseURL ?? "").origin;
    await signIn(page);
    const crossed = watchBorder(page, origin);
    const link = page.getByRole("link", { name: "Continue", exact: true });
    const followed = new Set<string>();
    for (const form of walked) {
      await page.goto(loginWith(ofSite(form, origin)), { waitUntil: "domcontentloaded" });
      const address = await link.evaluate((anchor: HTMLAnchorElement) => anchor.href);
      expect(address, form).toBe(`${origin}${forms.own[form] ?? "/"}`);
      // Many forms make the link to the start, letter for letter: of these the first is followed.
      const written = (await link.getAttribute("href")) ?? "";
      if (!followed.has(written)) {
        followed.add(written);
        await link.click();
        await page.waitForURL((url) => url.pathname !== "/login", { waitUntil: "commit" });
        expect(new URL(page.url()).origin, form).toBe(origin);
      }
      expect(crossed, form).toEqual([]);
    }
    // The router reads an address in the same way when a link leads to it: for that nothing is loaded anew.
    await page.goto(loginWith("/"));
    for (const [number, form] of forms.refused.entries()) {
      // Between two forms the page leads elsewhere, so that what it says is about the form.
      const between = await leadsOnFrom(link, loginWith(`/between-${number}`));
      expect(between).toBe(`${origin}/between-${number}`);
      const address = await leadsOnFrom(link, loginWith(ofSite(form, origin)));
      expect(address, form).toBe(`${origin}/`);
      expect(crossed, form).toEqual([]);
    }
    expect(await link.getAttribute("href")).toBe("/");
  },
);

test("a sign-out leads to no other site", oneLook, async ({ page, baseURL }) => {
  test.setTimeout(240_000);
  const origin = new URL(baseURL ?? "").origin;
  const crossed = watchBorder(page, origin);
  for (const form of walked) {
    await page.goto("/api/auth/signout");
    const callbackUrl = ofSite(form, origin);
    const left = page.waitForURL((url) => !url.pathname.endsWith("/signout"), {
      waitUntil: "commit",
    });
    // A text area, since an input drops the line breaks of its value.
    await page.locator("form").evaluate((confirmation: HTMLFormElement, value) => {
      const field = document.createElement("textarea");
      confirmation.append(Object.assign(field, { name: "callbackUrl", value }));
      confirmation.submit();
    }, callbackUrl);
    await left;
    expect(new URL(page.url()).origin, form).toBe(origin);
    expect(crossed, form).toEqual([]);
  }
});

test(
  "a sign-out answers every refused form with the way to the start",
  oneLook,
  async ({ request, baseURL }) => {
    const origin = new URL(baseURL ?? "").origin;
    const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
    for (const form of forms.refused) {
      // As a browser sends the line breaks of a text area.
      const callbackUrl = ofSite(form, origin).replaceAll(/\r\n?|\n/g, "\r\n");
      const answer = await request.post("/api/auth/signout", {
        form: { csrfToken, callbackUrl },
        maxRedirects: 0,
      });
      expect(answer.status(), form).toBe(302);
      expect(new URL(answer.headers().location ?? "", origin).href, form).toBe(`${origin}/`);
    }
  },
);
