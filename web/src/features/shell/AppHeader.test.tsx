import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { procedures, server, session } from "@/testing/server";
import { AppFrame } from "./AppFrame";

function givenMember(saved: boolean[] = []) {
  server.use(
    session(member.email),
    procedures({
      "users.getProfile": () => member,
      "search.getInitialSearchGroups": () => [],
      "userSettings.updatePreferences": ({ preferences }) => {
        saved.push(preferences.darkMode);
        return { preferences };
      },
    }),
  );
}

describe("the header", () => {
  it("offers a visitor to sign in", async () => {
    render(<AppFrame>page</AppFrame>);
    const link = await screen.findByRole("link", { name: "Sign in" });
    expect(link).toHaveAttribute("href", "/login");
  });

  it("keeps a visitor's theme in this browser", async () => {
    const { user } = render(<AppFrame>page</AppFrame>);
    await screen.findByRole("link", { name: "Sign in" });
    await user.click(screen.getByRole("button", { name: "Switch to the dark theme" }));
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(localStorage.getItem("assay.theme")).toBe("dark");
  });

  it("stores a user's theme with the account", async () => {
    const saved: boolean[] = [];
    givenMember(saved);
    const { user } = render(<AppFrame>page</AppFrame>);
    await screen.findByRole("button", { name: "Account" });
    await user.click(screen.getByRole("button", { name: "Switch to the dark theme" }));
    await waitFor(() => expect(saved).toEqual([true]));
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(localStorage.getItem("assay.theme")).toBeNull();
  });

  it("leads a user to the settings and out", async () => {
    givenMember();
    const { user } = render(<AppFrame>page</AppFrame>);
    await user.click(await screen.findByRole("button", { name: "Account" }));
    const items = screen.getAllByRole("menuitem").map((item) => item.textContent);
    expect(items).toEqual(["Profile", "Sessions", "Sign out"]);
    expect(screen.getByText("ada@example.com")).toBeVisible();
  });

  it("leaves the pages of the sign-in alone", () => {
    render(<AppFrame>page</AppFrame>, { pathname: "/auth/error" });
    expect(screen.queryByRole("banner")).not.toBeInTheDocument();
  });
});
