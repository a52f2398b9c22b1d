import { addressOf, isAboutSamples, openRoutes } from "./support/routes";
import {
  banner,
  choices,
  choicesButton,
  departures,
  kinds,
  loads,
  received,
  scriptsUrl,
  traces,
} from "./support/scripts";
import { account, expect, signInLink, test } from "./support/test";

test.use({ baseURL: scriptsUrl });

const pseudonym = expect.stringMatching(/^[0-9a-f]{32}$/);

test("nothing leaves the site on any page before an answer, nor after a refusal", async ({
  page,
  context,
}) => {
  const found = departures(context);
  // All other pages are opened by routesWithoutSamples.spec.ts.
  for (const { route } of openRoutes.filter(isAboutSamples)) {
    await page.goto(addressOf(route));
    // The banner asks only where a script would be loaded.
    await expect(banner(page)).toBeVisible();
  }
  await banner(page).getByRole("button", { name: "Reject all" }).click();
  for (const route of ["/", "/login", "/treasuries", "/networks/ethereum"]) {
    await page.goto(route);
    await page.waitForLoadState("networkidle");
    await expect(banner(page)).toHaveCount(0);
  }
  expect(found).toEqual([]);
  expect(await traces(page)).toEqual([]);
});

test("a visitor who accepts is served by each, once, without an identity", async ({
  page,
  context,
}) => {
  const found = departures(context);
  await page.goto("/");
  await banner(page).getByRole("button", { name: "Accept all" }).click();
  await expect.poll(() => loads(found)).toEqual(kinds);
  expect(await received(page, "chat", 1)).toEqual([["boot", { app_id: "journeys" }]]);
  expect(await received(page, "flags", 1)).toEqual([
    ["initialize", "journeys", { kind: "user", anonymous: true }],
  ]);
  expect((await received(page, "recording", 1)).map(([word]) => word)).toEqual(["init"]);
  expect(JSON.stringify(await received(page, "tag_manager", 2))).not.toContain("user_id");
  // Going to another page loads nothing anew.
  await page.getByRole("link", { name: "U.S. Treasuries" }).first().click();
  await expect(page).toHaveTitle("Assay | U.S. Treasuries");
  expect(loads(found)).toEqual(kinds);
  // Pictures, calls, frames, workers and styles got through: the policy admits what was switched on.
  for (const kind of kinds) await expect.poll(() => found).toContain(`/seen/${kind}`);
  expect(found).toContain("/frame.html");
  await expect(page.locator("html")).toHaveCSS("--written-by-the-chat", "1");
});

test("a user is known to each as it should be, and to none after the sign-out", async ({
  page,
  context,
  signIn,
}) => {
  const address = await signIn(page);
  const events: Array<{ logRocketSessionUrl: string | null }> = [];
  page.on("request", (request) => {
    if (!request.url().includes("analytics.track")) return;
    events.push(...Object.values(request.postDataJSON() as Record<string, (typeof events)[0]>));
  });
  await page.goto("/settings/profile");
  await banner(page).getByRole("button", { name: "Accept all" }).click();
  await expect(account(page)).toBeVisible();
  const [[, identity] = []] = await received(page, "chat", 1);
  expect(identity).toEqual({
    app_id: "journeys",
    email: address,
    user_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const [[, , who] = []] = await received(page, "flags", 1);
  expect(who).toEqual({ kind: "user", key: expect.any(String), plan: "FREE" });
  const recorded = await received(page, "recording", 2);
  expect(recorded[1]).toEqual(["identify", pseudonym]);
  const measured = await received(page, "tag_manager", 3);
  expect(measured[2]).toEqual([{ event: "identify", user_id: recorded[1]?.[1] }]);
  const number = String((who as { key?: string } | undefined)?.key);
  for (const kind of ["tag_manager", "recording", "forms", "visitors"]) {
    const words = JSON.stringify(await received(page, kind, 1));
    expect(words, kind).not.toContain(address);
    expect(words, kind).not.toContain(number);
  }
  await page.getByRole("switch", { name: "Send me product news" }).click();
  await expect.poll(() => events.length).toBeGreaterThan(0);
  expect(events[0]?.logRocketSessionUrl).toMatch(/\/sessions\/1$/);

  // Another tab is informed as well, and forgets without being loaded anew.
  const second = await context.newPage();
  await second.goto("/");
  await received(second, "chat", 1);
  await account(page).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(signInLink(page)).toBeVisible();
  await expect(signInLink(second)).toBeVisible();
  expect(await received(second, "chat", 3)).toEqual([
    ["boot", expect.objectContaining({ email: address })],
    ["shutdown"],
    ["boot", { app_id: "journeys" }],
  ]);
  expect((await received(second, "tag_manager", 4))[3]).toEqual([
    { event: "sign_out", user_id: null },
  ]);
  expect((await received(second, "recording", 3))[2]).toEqual(["startNewSession"]);
  expect(await received(second, "flags", 3)).toEqual([
    ["initialize", "journeys", expect.objectContaining({ plan: "FREE" })],
    ["close"],
    ["initialize", "journeys", { kind: "user", anonymous: true }],
  ]);
  expect(await received(page, "chat", 1)).toEqual([["boot", { app_id: "journeys" }]]);
});

test("what scripts kept of a person goes with the session, however it ended", async ({
  page,
  context,
  signIn,
}) => {
  await signIn(page);
  await page.goto("/");
  await banner(page).getByRole("button", { name: "Accept all" }).click();
  await received(page, "chat", 1);
  await page.evaluate(() => localStorage.setItem("intercom.conversation", "of the user"));
  await context.clearCookies({ name: /session-token/ });
  await page.goto("/news");
  await expect(signInLink(page)).toBeVisible();
  await received(page, "chat", 1);
  expect(await traces(page)).not.toContain("intercom.conversation");
});

test("a browser that sends Global Privacy Control sees no question and loads no script", async ({
  page,
  context,
  inspect,
}) => {
  const found = departures(context);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
  );
  await page.goto("/");
  await choicesButton(page).click();
  await expect(choices(page)).toContainText("Global Privacy Control");
  for (const one of await choices(page).getByRole("switch").all()) await expect(one).toBeDisabled();
  await inspect(page);
  await expect(banner(page)).toHaveCount(0);
  expect(found).toEqual([]);
});

test("a withdrawal removes what was kept, here and in other tabs, and keeps the rest", async ({
  page,
  context,
}) => {
  const found = departures(context);
  await page.goto("/");
  await banner(page).getByRole("button", { name: "Accept all" }).click();
  const second = await context.newPage();
  await second.goto("/news");
  for (const tab of [page, second]) for (const kind of kinds) await received(tab, kind, 1);
  expect(await traces(page)).toContain("_ga");
  found.length = 0;
  const reloaded = second.waitForEvent("load");
  await choicesButton(page).click();
  await choices(page).getByRole("switch", { name: "Usage analytics" }).click();
  await choices(page).getByRole("switch", { name: "Marketing" }).click();
  await choices(page).getByRole("button", { name: "Save choices" }).click();
  await reloaded;
  for (const tab of [page, second]) await received(tab, "chat", 1);
  await expect.poll(() => loads(found)).toEqual(["chat", "chat", "flags", "flags"]);
  const kept = ["intercom-session", "ld:flags"];
  expect([...new Set(await traces(second))]).toEqual(kept);
  expect([...new Set(await traces(page))]).toEqual(kept);
});

test("an invitation is shown to no other user", async ({ page, context, signIn }) => {
  await signIn(page);
  const found = departures(context);
  await page.goto("/");
  await banner(page).getByRole("button", { name: "Accept all" }).click();
  for (const kind of kinds) await expect.poll(() => found).toContain(`/seen/${kind}`);
  await page.waitForLoadState("networkidle");
  found.length = 0;
  await page.goto("/settings/team?invitation=no-such-invitation");
  await expect(account(page)).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(found).toEqual([]);
});

test("what the policy of a page refuses fails a journey", async ({ page, violations }) => {
  await page.goto("/login");
  await page.evaluate(() => {
    const picture = document.createElement("img");
    picture.src = "https://elsewhere.example/picture.png";
    document.body.append(picture);
  });
  await expect.poll(() => violations).toHaveLength(1);
  violations.length = 0;
});
