import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useUser } from "@/api/account/user";
import type { Preferences, Profile } from "@/api/contract";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { type CallFailure, procedures, server, session, unavailable } from "@/testing/server";
import { ProfileScreen } from "./ProfileScreen";

function Screen() {
  const load = useUser();
  return load.status === "logged-in" ? <ProfileScreen user={load.user} /> : null;
}

type Saves = {
  profile?: (profile: Profile) => { profile: Profile } | CallFailure;
  preferences?: (preferences: Preferences) => { preferences: Preferences } | CallFailure;
};

let tracked: string[];

async function open(saves: Saves = {}) {
  tracked = [];
  server.use(
    session(member.email),
    procedures({
      "users.getProfile": () => member,
      "search.getInitialSearchGroups": () => [],
      "userSettings.updateProfile": ({ profile }) => saves.profile?.(profile) ?? { profile },
      "userSettings.updatePreferences": ({ preferences }) =>
        saves.preferences?.(preferences) ?? { preferences },
      "analytics.track": ({ name }) => {
        tracked.push(name);
      },
    }),
  );
  const view = render(<Screen />);
  await screen.findByRole("combobox", { name: "Occupation" });
  return view;
}

const toast = () => document.querySelector("[data-toast]");

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("the profile", () => {
  it("marks the three answers of the welcome as required", async () => {
    await open();
    for (const field of [/Occupation/, /hear about us/, /asset classes/]) {
      expect(screen.getByRole("combobox", { name: field })).toBeRequired();
    }
    expect(screen.getAllByText("*")).toHaveLength(3);
  });

  it("saves a field with the others as they are, says so and reports that field", async () => {
    const saved = vi.fn((profile: Profile) => ({ profile }));
    const { user } = await open({ profile: saved });
    await user.click(screen.getByRole("combobox", { name: "Occupation" }));
    await user.click(screen.getByRole("option", { name: "Trader" }));
    await waitFor(() => expect(toast()).toHaveTextContent("Successfully updated profile."));
    expect(saved).toHaveBeenCalledExactlyOnceWith({ ...member.profile, occupation: "Trader" });
    await waitFor(() =>
      expect(screen.getByRole("combobox", { name: "Occupation" })).toHaveTextContent("Trader"),
    );
    await waitFor(() => expect(tracked).toEqual(["update_occupation_success"]));
  });

  it.each([
    ["update_acquisition_channel_success", /hear about us/, "Twitter"],
    ["update_asset_class_interest_success", /asset classes/, "Real Estate"],
  ])("reports %s", async (event, field, option) => {
    const { user } = await open();
    await user.click(screen.getByRole("combobox", { name: field }));
    await user.click(screen.getByRole("option", { name: option }));
    await waitFor(() => expect(tracked).toEqual([event]));
  });

  it("takes a change back when it cannot be saved", async () => {
    const { user } = await open({ profile: () => unavailable });
    const news = screen.getByRole("switch", { name: "Send me product news" });
    expect(news).toBeChecked();
    await user.click(news);
    await waitFor(() =>
      expect(toast()).toHaveTextContent("Error updating profile - please try again later"),
    );
    expect(toast()).toHaveAttribute("data-variant", "danger");
    await waitFor(() => expect(news).toBeChecked());
    await waitFor(() => expect(tracked).toEqual(["update_marketing_preference_error"]));
  });

  it("keeps both of two quick changes", async () => {
    const saved: Profile[] = [];
    const { user } = await open({
      profile: (profile) => {
        saved.push(profile);
        return { profile };
      },
    });
    await user.click(screen.getByRole("combobox", { name: /asset classes/ }));
    await user.click(screen.getByRole("option", { name: "Real Estate" }));
    await user.click(screen.getByRole("option", { name: "Private Funds" }));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(saved[1]?.assetClassInterests).toEqual(["Stablecoins", "Real Estate", "Private Funds"]);
  });
});

describe("dark mode", () => {
  it("shows at once and is stored with the account", async () => {
    const saved = vi.fn((preferences: Preferences) => ({ preferences }));
    const { user } = await open({ preferences: saved });
    await user.click(screen.getByRole("switch", { name: "Dark mode" }));
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe("dark"));
    expect(saved).toHaveBeenCalledExactlyOnceWith({ darkMode: true });
    await waitFor(() => expect(toast()).toHaveTextContent("Successfully updated preferences."));
  });

  it("is taken back when it cannot be saved", async () => {
    const { user } = await open({ preferences: () => unavailable });
    const dark = screen.getByRole("switch", { name: "Dark mode" });
    await user.click(dark);
    await waitFor(() =>
      expect(toast()).toHaveTextContent("Error updating preferences - please try again later"),
    );
    expect(dark).not.toBeChecked();
    expect(document.documentElement.dataset.theme).toBe("light");
  });
});

it("shows the facts of the account", async () => {
  await open();
  expect(screen.getByText("ada@example.com")).toBeVisible();
  expect(screen.getByText("Free")).toBeVisible();
});

it("stands there before the account is known, without values and without answering", () => {
  render(<ProfileScreen user={null} />);
  expect(screen.getByRole("combobox", { name: "Occupation" })).toBeDisabled();
  expect(screen.getByRole("switch", { name: "Send me product news" })).toBeDisabled();
  expect(screen.getByRole("switch", { name: "Dark mode" })).toBeDisabled();
  expect(screen.getByText("Changes are saved automatically.")).toBeVisible();
  expect(screen.queryByText("Personal")).not.toBeInTheDocument();
});
