import type { Page } from "@playwright/test";

/** As the gateway refuses a change when the sign-in is too old. */
const refusal = {
  error: {
    message: "Sign in again to confirm that it is you",
    code: -32003,
    data: { code: "FORBIDDEN", httpStatus: 403, reason: "fresh_sign_in_required" },
  },
};

/** Refuses the next call of a procedure because the sign-in is too old. */
export async function refuseOnce(page: Page, procedure: string): Promise<void> {
  await page.route(
    `**/api/trpc/${procedure}*`,
    (route) => route.fulfill({ status: 403, json: [refusal] }),
    { times: 1 },
  );
}

/** The request to sign in again, above the page. */
export const signInAgain = (page: Page) =>
  page.getByRole("dialog", { name: "Sign in again to continue" });
