import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { useAggregate } from "@/api/series";
import { setPaletteOpen, usePaletteOpen } from "@/app-state/paletteState";
import { type DataKind, DataNote } from "@/components/states/DataNote";
import { sampleAnswer } from "@/testing/marketFixtures";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, session, unauthorized } from "@/testing/server";
import { AppFrame } from "../AppFrame";

function mockMember(saved: boolean[] = [], features: Partial<typeof member.features> = {}) {
  server.use(
    session(member.email),
    procedures({
      "users.getProfile": () => ({ ...member, features: { ...member.features, ...features } }),
      "search.getInitialSearchGroups": () => [],
      "userSettings.updatePreferences": ({ preferences }) => {
        saved.push(preferences.darkMode);
        return { preferences };
      },
    }),
  );
}

function Page({ kind }: { kind: DataKind }) {
  useAggregate({ measure: "71" });
  return <DataNote kind={kind} />;
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
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe("dark"));
    expect(localStorage.getItem("assay.theme")).toBe("dark");
  });

  it("stores a user's theme with the account", async () => {
    const saved: boolean[] = [];
    mockMember(saved);
    const { user } = render(<AppFrame>page</AppFrame>);
    await screen.findByRole("button", { name: /^\S{1,2} account$/ });
    await user.click(screen.getByRole("button", { name: "Switch to the dark theme" }));
    await waitFor(() => expect(saved).toEqual([true]));
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe("dark"));
    expect(localStorage.getItem("assay.theme")).toBeNull();
  });

  it("leads a user to the settings and out", async () => {
    mockMember();
    const { user } = render(<AppFrame>page</AppFrame>);
    await user.click(await screen.findByRole("button", { name: /^\S{1,2} account$/ }));
    await screen.findByRole("menu");
    const items = screen.getAllByRole("menuitem").map((item) => item.textContent);
    expect(items).toEqual(["Profile", "Plan", "Team", "Sessions", "Sign out"]);
    expect(screen.getByText("ada@example.com")).toBeVisible();
  });

  it("offers the API keys where they are switched on", async () => {
    mockMember([], { "enable-api-keys": true });
    const { user } = render(<AppFrame>page</AppFrame>);
    await user.click(await screen.findByRole("button", { name: /^\S{1,2} account$/ }));
    const keys = await screen.findByRole("menuitem", { name: "API keys" });
    expect(keys).toHaveAttribute("href", "/settings/api-keys");
  });

  it("offers to exclude sample data once some were shown, and asks again without them", async () => {
    const inputs: unknown[] = [];
    mockMember();
    server.use(
      procedures({
        "users.getProfile": () => unauthorized,
        "search.getInitialSearchGroups": () => [],
        "timeseries.aggregate": (input) => {
          inputs.push(input.filter);
          return sampleAnswer([]);
        },
      }),
    );
    const { unmount } = render(
      <AppFrame>
        <Page kind="known" />
      </AppFrame>,
    );
    await waitFor(() => expect(inputs).toEqual([undefined]));
    expect(screen.queryByRole("button", { name: "Exclude sample data" })).toBeNull();
    unmount();

    const { user } = render(
      <AppFrame>
        <Page kind="sample" />
      </AppFrame>,
    );
    const button = await screen.findByRole("button", { name: "Exclude sample data" });
    await user.click(button);
    expect(button).toHaveAttribute("aria-pressed", "true");
    expect(localStorage.getItem("assay.samples")).toBe("off");
    const real = { operator: "equals", field: "is_sample", value: false };
    await waitFor(() => expect(inputs.at(-1)).toEqual(real));
    await user.click(button);
    await waitFor(() => expect(inputs.at(-1)).toBeUndefined());
  });

  it("opens the palette from the search box", async () => {
    const { user } = render(<AppFrame>page</AppFrame>);
    await user.click(screen.getByRole("button", { name: /^Search pages and actions/ }));
    expect(renderHook(() => usePaletteOpen()).result.current).toBe(true);
    act(() => setPaletteOpen(false));
  });

  it("remembers how dense the rows are", async () => {
    const { user } = render(<AppFrame>page</AppFrame>);
    await user.click(screen.getByRole("button", { name: "Switch to compact rows" }));
    expect(document.documentElement.dataset.density).toBe("compact");
    expect(localStorage.getItem("assay.density")).toBe("compact");
    await user.click(screen.getByRole("button", { name: "Switch to comfortable rows" }));
    expect(document.documentElement.dataset.density).toBe("comfortable");
  });

  it("says when the account cannot be loaded, and tries again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    server.use(
      session(member.email),
      procedures({
        "users.getProfile": () => new CallFailure("FORBIDDEN", 403),
        "search.getInitialSearchGroups": () => [],
      }),
    );
    const { user } = render(<AppFrame>page</AppFrame>);
    expect(await screen.findByRole("alert")).toHaveTextContent("FORBIDDEN");
    mockMember();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: /^\S{1,2} account$/ })).toBeVisible();
  });

  it("says when the sign-out failed", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    mockMember();
    server.use(http.post("*/api/auth/signout", () => HttpResponse.error()));
    const { user } = render(<AppFrame>page</AppFrame>);
    await user.click(await screen.findByRole("button", { name: /^\S{1,2} account$/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    await waitFor(() => {
      const toast = document.querySelector("[data-toast]");
      expect(toast).toHaveTextContent("You could not be signed out. Try again.");
    });
  });

  it("leaves the pages of the sign-in alone", async () => {
    const initialGroups = vi.fn(() => []);
    server.use(
      procedures({
        "users.getProfile": () => unauthorized,
        "search.getInitialSearchGroups": initialGroups,
      }),
    );
    render(<AppFrame>page</AppFrame>, { pathname: "/auth/error" });
    await waitFor(() => expect(initialGroups).toHaveBeenCalled());
    expect(screen.queryByRole("banner")).not.toBeInTheDocument();
  });
});
