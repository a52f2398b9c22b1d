import { expect, test } from "./support/test";

/** One for each of the browsers that walk side by side: two links of one address would be taken for each other. */
const administrator = () => `administrator-${test.info().parallelIndex}@example.test`;

test("an administrator explains a decision for a visitor, and finds who else can list assets", async ({
  page,
  signIn,
  inspect,
}) => {
  await signIn(page, { address: administrator() });
  await page.goto("/admin/api_access_roles?filter=search:contains:plan.anonymous");
  await page.getByRole("link", { name: "Anonymous visitors" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Anonymous visitors");
  await page.getByRole("button", { name: "Explain a decision" }).click();

  const form = page.getByRole("form", { name: "Explain a decision" });
  await form.getByRole("combobox", { name: "Caller type" }).click();
  await page.getByRole("option", { name: "A visitor who is not signed in" }).click();
  await inspect(page);
  await form.getByRole("button", { name: "Explain" }).click();
  const answer = page.getByRole("status").filter({ hasText: "List · Assets" });
  await expect(answer).toContainText("Allowed");
  await expect(page.getByRole("list", { name: "Policies of the caller" })).toContainText(
    "This role",
  );
  await inspect(page);

  await form.getByRole("button", { name: "Who can do this?" }).click();
  await expect(answer).toContainText("allow this.");
  await expect(page.getByRole("list", { name: "Roles that allow this" })).toContainText(
    "plan.anonymous",
  );
  await inspect(page);
});
