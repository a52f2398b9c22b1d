import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionEntry } from "@/api/contract";
import { member, otherSession, thisSession } from "@/testing/records";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, session, unavailable } from "@/testing/server";
import { SessionsScreen } from "./SessionsScreen";

let sessions: SessionEntry[];

/** Answers for the other cards of the screen: a card that failed would show a second message. */
const otherCards = {
  "linkedAccounts.list": () => ({ results: [] }),
  "passkeys.list": () => ({
    results: [],
    second_factor: false,
    second_factor_required: false,
    recovery_codes_left: 0,
  }),
};

function mockServer() {
  sessions = [otherSession, thisSession];
  server.use(
    session(member.email),
    http.get("*/api/auth/providers", () => HttpResponse.json({})),
    procedures({
      "users.getProfile": () => member,
      "search.getInitialSearchGroups": () => [],
      ...otherCards,
      "sessions.list": () => ({ results: sessions }),
      "sessions.revoke": ({ id }) => {
        sessions = sessions.filter((entry) => entry.id !== id);
        return {};
      },
      "sessions.revokeOthers": () => {
        const revoked = sessions.length - 1;
        sessions = [thisSession];
        return { revoked };
      },
    }),
  );
}

const rows = () =>
  screen.findAllByRole("listitem").then((items) => items.filter((item) => item.dataset.session));

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("the sessions", () => {
  it("are listed with the present one first and marked", async () => {
    mockServer();
    render(<SessionsScreen />);
    await screen.findByText("This session");
    const [first, second] = await rows();
    expect(first).toHaveTextContent("Firefox on Linux");
    expect(first).toHaveTextContent("This session");
    expect(first).toHaveTextContent("E-mail link");
    expect(first).toHaveTextContent("192.0.2.0/24");
    expect(second).toHaveTextContent("Safari on iOS");
    expect(second).not.toHaveTextContent("This session");
    expect(within(second as HTMLElement).getByRole("button")).toHaveAccessibleName(
      "End session: Safari on iOS",
    );
  });

  it("end one by one, after a question", async () => {
    mockServer();
    const { user } = render(<SessionsScreen />);
    await user.click(await screen.findByRole("button", { name: /End session: Safari/ }));
    const dialog = screen.getByRole("dialog", { name: "End this session?" });
    expect(sessions).toHaveLength(2);
    await user.click(within(dialog).getByRole("button", { name: "End session" }));
    await waitFor(() => expect(screen.queryByText("Safari on iOS")).not.toBeInTheDocument());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await waitFor(() =>
      expect(document.querySelector("[data-toast]")).toHaveTextContent("Session ended."),
    );
    expect(screen.getByRole("button", { name: "End all other sessions" })).toBeDisabled();
  });

  it("all others end together, after a question that can be declined", async () => {
    mockServer();
    const { user } = render(<SessionsScreen />);
    await user.click(await screen.findByRole("button", { name: "End all other sessions" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(sessions).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "End all other sessions" }));
    await user.click(screen.getByRole("button", { name: "End sessions" }));
    await waitFor(() => expect(sessions).toHaveLength(1));
    await waitFor(() =>
      expect(document.querySelector("[data-toast]")).toHaveTextContent("1 session ended."),
    );
  });

  it("say what went wrong when one cannot be ended", async () => {
    mockServer();
    server.use(
      procedures({
        "users.getProfile": () => member,
        "sessions.list": () => ({ results: sessions }),
        "search.getInitialSearchGroups": () => [],
        ...otherCards,
        "sessions.revoke": () => unavailable,
      }),
    );
    const { user } = render(<SessionsScreen />);
    await user.click(await screen.findByRole("button", { name: /End session: Safari/ }));
    await user.click(screen.getByRole("button", { name: "End session" }));
    await waitFor(() =>
      expect(document.querySelector("[data-toast]")).toHaveAttribute("data-variant", "danger"),
    );
  });

  it("can be loaded again when they cannot be loaded", async () => {
    mockServer();
    let broken = true;
    server.use(
      procedures({
        "users.getProfile": () => member,
        "search.getInitialSearchGroups": () => [],
        ...otherCards,
        "sessions.list": () => (broken ? new CallFailure("FORBIDDEN", 403) : { results: sessions }),
      }),
    );
    const { user } = render(<SessionsScreen />);
    expect(await screen.findByText("Your sessions could not be loaded")).toBeVisible();
    expect(screen.getByText("0123456789abcdef")).toBeVisible();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("This session")).toBeVisible();
  });
});
