import { useQueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useUser } from "@/api/account/user";
import {
  acquisitionChannels,
  assetClassInterests,
  type JoinOffer,
  occupations,
  type Profile,
  type UserRecord,
} from "@/api/contract";
import { member, newcomer } from "@/testing/records";
import { render } from "@/testing/render";
import { type CallFailure, procedures, server, session, unavailable } from "@/testing/server";
import { WelcomeModal } from "./WelcomeModal";

type TrackedEvent = {
  name: string;
  logRocketSessionUrl: string | null;
  properties: { pathname: string };
};

let tracked: TrackedEvent[];
let loads: number;

function mockServer(
  user: UserRecord,
  save?: (profile: Profile) => { profile: Profile } | CallFailure,
  joins: JoinOffer[] = [],
) {
  tracked = [];
  loads = 0;
  server.use(
    session(user.email),
    procedures({
      "users.getProfile": () => {
        loads += 1;
        return user;
      },
      "search.getInitialSearchGroups": () => [],
      "teams.offers": () => ({ invitations: [], joins }),
      "userSettings.updateProfile": ({ profile }) => save?.(profile) ?? { profile },
      "analytics.track": (event) => {
        tracked.push(event as TrackedEvent);
      },
    }),
  );
}

/** The user as the rest of the app sees it. */
function Witness() {
  const load = useUser();
  const client = useQueryClient();
  return (
    <>
      <output data-testid="occupation">
        {load.status === "logged-in" ? load.user.profile.occupation : load.status}
      </output>
      <button type="button" onClick={() => client.invalidateQueries()}>
        Ask again
      </button>
    </>
  );
}

function renderModal() {
  return render(
    <>
      <Witness />
      <WelcomeModal />
    </>,
  );
}

async function pick(user: UserEvent, field: RegExp | string, option: string) {
  await user.click(screen.getByRole("combobox", { name: field }));
  await user.click(screen.getByRole("option", { name: option }));
}

async function fill(user: UserEvent) {
  await pick(user, "Occupation", "Risk Manager");
  await pick(user, /hear about us/, "Podcast");
  await pick(user, /asset classes/, "Real Estate");
}

const start = () => screen.getByRole("button", { name: "Let's get started" });
const occupation = () => screen.getByTestId("occupation").textContent;

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("who meets the welcome modal", () => {
  it("names the team that is offered to the address", async () => {
    const organizationName = "Harbour Desk (sample)";
    const domain = "example.com";
    mockServer(newcomer, undefined, [
      { organization_id: "organization-2", organization_name: organizationName, domain },
    ]);
    renderModal();
    expect(await screen.findByText(organizationName)).toBeVisible();
    expect(screen.getByText(/join it later in Settings, under Team/)).toBeVisible();
  });

  it("a user without occupation and channel does", async () => {
    mockServer(newcomer);
    renderModal();
    expect(await screen.findByRole("dialog", { name: "Welcome to Assay" })).toBeVisible();
  });

  it.each([
    ["a complete profile", member],
    ["an occupation", { ...newcomer, profile: { ...newcomer.profile, occupation: "Other" } }],
    ["a channel", { ...newcomer, profile: { ...newcomer.profile, acquisitionChannel: "Other" } }],
    ["no id yet", { ...newcomer, id: "" }],
  ] as Array<[string, UserRecord]>)("a user with %s does not", async (_name, user) => {
    mockServer(user);
    renderModal();
    await waitFor(() => expect(occupation()).toBe(user.profile.occupation));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("an anonymous visitor does not, and hears nothing of it", async () => {
    renderModal();
    await waitFor(() => expect(occupation()).toBe("logged-out"));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(document.querySelector("[data-toast]")).toBeNull();
    expect(console.error).not.toHaveBeenCalled();
  });
});

describe("the welcome form", () => {
  it("asks in order, marks what is required, and news are on", async () => {
    mockServer(newcomer);
    renderModal();
    const dialog = await screen.findByRole("dialog");
    const fields = within(dialog).getAllByRole("combobox");
    expect(fields.map((field) => field.getAttribute("aria-required"))).toEqual([
      "true",
      "true",
      "true",
    ]);
    expect(fields[0]).toHaveAccessibleName("Occupation");
    expect(fields[1]).toHaveAccessibleName("How'd you hear about us?");
    expect(fields[2]).toHaveAccessibleName("What asset classes are you interested in?");
    expect(within(dialog).getAllByText("*")).toHaveLength(3);
    expect(within(dialog).getByRole("switch")).toBeChecked();
  });

  it.each([
    ["Occupation", occupations, true],
    [/hear about us/, acquisitionChannels, true],
    [/asset classes/, assetClassInterests, false],
  ] as const)("offers every choice of %s, never the empty one", async (field, values, search) => {
    mockServer(newcomer);
    const { user } = renderModal();
    await screen.findByRole("dialog");
    await user.click(screen.getByRole("combobox", { name: field }));
    const labels = screen.getAllByRole("option").map((option) => option.textContent);
    expect(labels).toEqual([...values]);
    expect(screen.queryAllByRole("combobox", { name: /^Search/ })).toHaveLength(search ? 1 : 0);
  });

  it("cannot be sent before all three are answered, nor dismissed", async () => {
    mockServer(newcomer);
    const { user } = renderModal();
    await screen.findByRole("dialog");
    expect(start()).toBeDisabled();
    await pick(user, "Occupation", "Trader");
    expect(start()).toBeDisabled();
    await pick(user, /hear about us/, "LinkedIn");
    expect(start()).toBeDisabled();
    await pick(user, /asset classes/, "Stablecoins");
    expect(start()).toBeEnabled();
    await user.click(screen.getByRole("option", { name: "Stablecoins" }));
    expect(start()).toBeDisabled();
    await user.keyboard("{Escape}{Escape}");
    expect(screen.getByRole("dialog")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Close" })).not.toBeInTheDocument();
  });

  it("saves once, closes, says so and reports it", async () => {
    const saved = vi.fn((profile: Profile) => ({ profile }));
    mockServer(newcomer, saved);
    const { user } = renderModal();
    await screen.findByRole("dialog");
    await fill(user);
    await user.click(start());
    await waitFor(() =>
      expect(screen.getAllByText("Successfully updated profile.")[0]).toBeInTheDocument(),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() =>
      expect(document.querySelector("[data-toast]")).toHaveAttribute("data-variant", "success"),
    );
    expect(occupation()).toBe("Risk Manager");
    expect(saved).toHaveBeenCalledExactlyOnceWith({
      occupation: "Risk Manager",
      acquisitionChannel: "Podcast",
      assetClassInterests: ["Real Estate"],
      shouldReceiveMarketing: true,
    });
    await waitFor(() => expect(tracked).toHaveLength(5));
    expect(tracked.map((event) => event.name).sort()).toEqual([
      "profile_submit_success",
      "update_acquisition_channel_success",
      "update_asset_class_interest_success",
      "update_marketing_preference_success",
      "update_occupation_success",
    ]);
    expect(tracked[0]).toMatchObject({ logRocketSessionUrl: null, properties: { pathname: "/" } });
  });

  it("reports all four answers, also one that equals the default", async () => {
    mockServer(newcomer);
    const { user } = renderModal();
    await screen.findByRole("dialog");
    await fill(user);
    await user.click(screen.getByRole("switch"));
    await user.click(start());
    await waitFor(() => expect(tracked).toHaveLength(5));
    const names = tracked.map((event) => event.name);
    expect(names).toContain("update_marketing_preference_success");
  });

  it("leaves the focus with the content of the page", async () => {
    mockServer(newcomer);
    const { user } = render(
      <>
        <main id="main" tabIndex={-1}>
          The page
        </main>
        <WelcomeModal />
      </>,
    );
    await screen.findByRole("dialog");
    await fill(user);
    await user.click(start());
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });

  it("cannot be sent twice while it is being saved", async () => {
    let release = () => {};
    const saving = new Promise<void>((resolve) => {
      release = resolve;
    });
    mockServer(newcomer);
    server.use(
      procedures({
        "users.getProfile": () => newcomer,
        "search.getInitialSearchGroups": () => [],
        "userSettings.updateProfile": async ({ profile }) => {
          await saving;
          return { profile };
        },
      }),
    );
    const { user } = renderModal();
    await screen.findByRole("dialog");
    await fill(user);
    await user.click(start());
    await waitFor(() => expect(start()).toBeDisabled());
    release();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });
});

describe("when the answers cannot be saved", () => {
  async function fail() {
    mockServer(newcomer, () => unavailable);
    const view = renderModal();
    await screen.findByRole("dialog");
    await fill(view.user);
    await view.user.click(start());
    const message = "Error updating profile - please try again later";
    await waitFor(() => expect(screen.getAllByText(message)[0]).toBeInTheDocument());
    return view;
  }

  it("closes with a danger toast and the fallback profile", async () => {
    await fail();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() =>
      expect(document.querySelector("[data-toast]")).toHaveAttribute("data-variant", "danger"),
    );
    expect(occupation()).toBe("Other");
    await waitFor(() => expect(tracked).toHaveLength(5));
    expect(tracked.every((event) => event.name.endsWith("_error"))).toBe(true);
  });

  it("stays closed when the profile is loaded again, until the page is loaded anew", async () => {
    const { user, unmount } = await fail();
    const before = loads;
    await user.click(await screen.findByRole("button", { name: "Ask again" }));
    await waitFor(() => expect(loads).toBeGreaterThan(before));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(occupation()).toBe("Other");
    unmount();
    renderModal();
    expect(await screen.findByRole("dialog")).toBeVisible();
  });

  it("keeps quiet about reports that fail", async () => {
    mockServer(newcomer);
    server.use(
      procedures({
        "users.getProfile": () => newcomer,
        "search.getInitialSearchGroups": () => [],
        "userSettings.updateProfile": ({ profile }) => ({ profile }),
        "analytics.track": () => unavailable,
      }),
    );
    const { user } = renderModal();
    await screen.findByRole("dialog");
    await fill(user);
    await user.click(start());
    await screen.findAllByText("Successfully updated profile.");
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    await waitFor(() => expect(document.querySelectorAll("[data-toast]")).toHaveLength(1));
  });
});
