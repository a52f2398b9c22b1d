import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { AppFrame } from "./AppFrame";

function frame(pathname: string) {
  render(
    <AppFrame>
      <main>content</main>
    </AppFrame>,
    { pathname },
  );
  return screen.getByRole("contentinfo", { hidden: true });
}

it.each(["/login", "/auth/error"])("has nothing but its foot around %s", async (pathname) => {
  const contactTeamEmail = "team@example.test";
  server.use(http.get("*/config.json", () => HttpResponse.json({ contactTeamEmail })));
  const foot = frame(pathname);
  expect(foot).toHaveClass("invisible");
  await vi.waitFor(() => expect(foot).not.toHaveClass("invisible"));
  for (const name of ["Sources", "Status", "Licence", /team@example\.test/]) {
    expect(within(foot).getByRole("link", { name })).toBeVisible();
  }
  expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
});

it("keeps the foot unseen until it is known whether the page is on", async () => {
  const foot = frame("/downloads");
  expect(foot).toHaveClass("invisible");
  await vi.waitFor(() => expect(foot).not.toHaveClass("invisible"));
});

it("shows the foot of a page that no feature gates at once", () => {
  expect(frame("/treasuries")).not.toHaveClass("invisible");
});
