import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { signInMember } from "@/testing/signInMember";
import { SettingsLinks } from "./SettingsLinks";
import { SettingsNav } from "./SettingsNav";

function withKeys(enabled: boolean) {
  signInMember({ features: { ...member.features, "enable-api-keys": enabled } });
}

it("leads to every page of the settings and marks the one that is shown", async () => {
  withKeys(true);
  render(<SettingsNav />, { pathname: "/settings/api-keys" });
  const keys = await screen.findByRole("link", { name: "API keys" });
  expect(keys).toHaveAttribute("href", "/settings/api-keys");
  expect(keys).toHaveAttribute("aria-current", "page");
  const links = within(screen.getByRole("navigation", { name: "Settings" })).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    "Profile",
    "Plan",
    "Team",
    "API keys",
    "Sessions",
  ]);
});

it("lists the API keys only where their feature is on", async () => {
  withKeys(true);
  const { unmount } = render(<SettingsLinks />);
  expect(await screen.findByRole("link", { name: /^API keys/ })).toBeVisible();
  unmount();
  withKeys(false);
  render(
    <>
      <SettingsNav />
      <SettingsLinks />
    </>,
  );
  const nav = screen.getByRole("navigation", { name: "Settings" });
  await expect.poll(() => within(nav).queryByText("API keys")).toBeNull();
  expect(screen.getAllByRole("link", { name: /^Sessions/ })).toHaveLength(2);
  expect(screen.queryByRole("link", { name: /^API keys/ })).not.toBeInTheDocument();
});
