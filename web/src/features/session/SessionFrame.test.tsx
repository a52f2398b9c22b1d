import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { useSession } from "next-auth/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useUser } from "@/api/account/user";
import { readDraft, writeDraft } from "@/components/form/draft";
import { choiceToHandOver, chooseTheme } from "@/lib/browser/theme";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import {
  CallFailure,
  procedures,
  server,
  session,
  unauthorized,
  unavailable,
} from "@/testing/server";

let reads: number;

function Witness() {
  const load = useUser();
  const { status } = useSession();
  return (
    <>
      <output data-testid="user">
        {load.status === "logged-out" ? load.message : load.status}
      </output>
      <output data-testid="session">{status}</output>
    </>
  );
}

const user = () => screen.getByTestId("user").textContent;
const sessionStatus = () => screen.getByTestId("session").textContent;

/** Answers with the session that stands at the time. */
function mockServer(state: { email: string | null }) {
  reads = 0;
  server.use(
    http.get("*/api/auth/session", () => {
      reads += 1;
      const body = state.email
        ? { user: { email: state.email }, expires: "2030-01-01T00:00:00Z" }
        : {};
      return HttpResponse.json(body);
    }),
    procedures({
      "users.getProfile": () => (state.email ? { ...member, email: state.email } : unauthorized),
      "search.getInitialSearchGroups": () => [],
      "sessions.list": () => (state.email ? { results: [] } : unauthorized),
    }),
  );
}

/** The message that another tab's session client posts. */
function newsFromAnotherTab(trigger = "signout") {
  const newValue = JSON.stringify({ event: "session", data: { trigger }, timestamp: 1 });
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", { key: "nextauth.message", newValue }));
  });
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("loading the user", () => {
  it("goes from loading to logged in", async () => {
    mockServer({ email: member.email });
    render(<Witness />);
    expect(user()).toBe("loading");
    await waitFor(() => expect(user()).toBe("logged-in"));
  });

  it("shows the server's message when it fails", async () => {
    server.use(
      procedures({
        "users.getProfile": () => new CallFailure("FORBIDDEN", 403),
        "search.getInitialSearchGroups": () => [],
      }),
    );
    render(<Witness />);
    await waitFor(() => expect(user()).toBe("FORBIDDEN"));
  });

  it("has words of its own when there is no answer", async () => {
    server.use(http.all("*/api/trpc/*", () => HttpResponse.error()));
    render(<Witness />);
    await waitFor(() => expect(user()).toBe("An error occurred while fetching user profile"));
  });

  it("asks an anonymous visitor's profile once, without a word", async () => {
    let requests = 0;
    server.use(
      procedures({
        "users.getProfile": () => {
          requests += 1;
          return unauthorized;
        },
        "search.getInitialSearchGroups": () => [],
      }),
    );
    render(<Witness />);
    await waitFor(() => expect(user()).toBe("UNAUTHORIZED"));
    await waitFor(() => expect(sessionStatus()).toBe("unauthenticated"));
    expect(requests).toBe(1);
    expect(console.error).not.toHaveBeenCalled();
    expect(document.querySelector("[data-toast]")).toBeNull();
  });
});

describe("following the session", () => {
  it("shows the signed-out state when another tab signs out", async () => {
    const state: { email: string | null } = { email: member.email };
    mockServer(state);
    render(<Witness />);
    await waitFor(() => expect(user()).toBe("logged-in"));
    await waitFor(() => expect(sessionStatus()).toBe("authenticated"));
    state.email = null;
    newsFromAnotherTab();
    await waitFor(() => expect(sessionStatus()).toBe("unauthenticated"));
    await waitFor(() => expect(user()).toBe("UNAUTHORIZED"));
  });

  it("keeps a draft when the session ends, and forgets it when another tab signs out", async () => {
    const state: { email: string | null } = { email: member.email };
    mockServer(state);
    writeDraft("record", { name: "typed" });
    render(<Witness />);
    await waitFor(() => expect(sessionStatus()).toBe("authenticated"));
    state.email = null;
    newsFromAnotherTab("getSession");
    await waitFor(() => expect(sessionStatus()).toBe("unauthenticated"));
    expect(readDraft("record")).toEqual({ name: "typed" });
    newsFromAnotherTab();
    expect(readDraft("record")).toBeNull();
  });

  it("reads the session again when the tab is returned to", async () => {
    mockServer({ email: member.email });
    render(<Witness />);
    await waitFor(() => expect(sessionStatus()).toBe("authenticated"));
    const before = reads;
    act(() => {
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await waitFor(() => expect(reads).toBeGreaterThan(before));
  });

  it("polls at the pace the installation gives", async () => {
    server.use(http.get("*/config.json", () => HttpResponse.json({ sessionPollSeconds: 0.05 })));
    mockServer({ email: member.email });
    render(<Witness />);
    await waitFor(() => expect(reads).toBeGreaterThan(2));
  });

  it("works without the run-time configuration", async () => {
    server.use(
      http.get("*/config.json", () => new HttpResponse("", { status: 503 })),
      session(null),
    );
    render(<Witness />);
    await waitFor(() => expect(sessionStatus()).toBe("unauthenticated"));
  });
});

describe("the theme a visitor chose before signing in", () => {
  function mockAccount(darkMode: boolean, save: (darkMode: boolean) => boolean = () => true) {
    const saved: boolean[] = [];
    server.use(
      session(member.email),
      procedures({
        "users.getProfile": () => ({ ...member, preferences: { darkMode } }),
        "search.getInitialSearchGroups": () => [],
        "userSettings.updatePreferences": ({ preferences }) => {
          saved.push(preferences.darkMode);
          return save(preferences.darkMode) ? { preferences } : unavailable;
        },
      }),
    );
    return saved;
  }

  const shown = () => document.documentElement.dataset.theme;

  it("goes to an account that is light, once", async () => {
    chooseTheme("dark");
    const saved = mockAccount(false);
    const { unmount } = render(<Witness />);
    await waitFor(() => expect(localStorage.getItem("assay.account-theme")).toBe("dark"));
    await waitFor(() => expect(choiceToHandOver()).toBeNull());
    expect([saved, shown()]).toEqual([[true], "dark"]);
    unmount();
    render(<Witness />);
    await waitFor(() => expect(shown()).toBe("light"));
    expect(saved).toEqual([true]);
  });

  it("changes nothing of an account that is dark", async () => {
    chooseTheme("light");
    const saved = mockAccount(true);
    render(<Witness />);
    await waitFor(() => expect(shown()).toBe("dark"));
    expect([saved, choiceToHandOver()]).toEqual([[], null]);
  });

  it("is tried again on the next load when it could not be stored", async () => {
    chooseTheme("dark");
    const saved = mockAccount(false, () => false);
    render(<Witness />);
    await waitFor(() => expect(shown()).toBe("light"));
    expect([saved, choiceToHandOver()]).toEqual([[true], "dark"]);
  });
});
