import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "@/testing/render";
import { CallFailure, unavailable } from "@/testing/server";
import {
  administrator,
  mockServer,
  rootId,
  sampleDetail,
  sampleEntry,
  userId,
} from "../adminFixtures";
import { UserScreen, useSubjectUser } from "./UserScreen";

function Page() {
  return <UserScreen subject={useSubjectUser()} />;
}

function show(userID = userId) {
  return render(<Page />, { query: { userID }, pathname: "/admin/users/[userID]" });
}

function card(title: string): HTMLElement {
  const section = screen.getByRole("heading", { name: title }).closest("section");
  if (!section) throw new Error(`no card ${title}`);
  return section;
}

describe("the page of a user", () => {
  it("shows what they are, where they belong and where they are signed in", async () => {
    mockServer();
    show();
    await screen.findByRole("heading", { name: "Role" });
    expect(within(card("Account")).getByText("ada@harbour.example")).toBeInTheDocument();
    expect(within(card("Role")).getByText("Customer")).toBeInTheDocument();
    const team = within(card("Organizations")).getByRole("link", { name: "Harbour (sample)" });
    expect(team).toHaveAttribute("href", expect.stringContaining("/admin/organizations/"));
    expect(await screen.findByText("Firefox on Linux")).toBeInTheDocument();
  });

  it("changes the role once it was confirmed", async () => {
    const requests = mockServer();
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Make administrator" }));
    expect(requests).toEqual([]);
    const dialog = screen.getByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Make administrator" }));
    expect(await screen.findByText(/is now an administrator/)).toBeInTheDocument();
    expect(requests).toEqual([["setRole", { id: userId, role: "ADMIN" }]]);
  });

  it("stores several features as one change", async () => {
    const requests = mockServer();
    const { user } = show();
    await user.click(await screen.findByRole("checkbox", { name: "Data downloads" }));
    await user.click(screen.getByRole("checkbox", { name: "API keys" }));
    expect(screen.getByText("2 not saved yet")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Save features" }));
    expect(await screen.findByText("Features saved.")).toBeInTheDocument();
    expect(requests).toEqual([
      ["setFeatures", { id: userId, features: ["enable-data-downloads"] }],
    ]);
  });

  it("deactivates with a note for the history", async () => {
    const requests = mockServer();
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Deactivate" }));
    const dialog = screen.getByRole("dialog");
    await user.type(within(dialog).getByRole("textbox", { name: "Reason" }), " Left the firm ");
    await user.click(within(dialog).getByRole("button", { name: "Deactivate" }));
    expect(await screen.findByText(/deactivated; 2 sessions ended/)).toBeInTheDocument();
    expect(requests).toEqual([["deactivate", { id: userId, note: "Left the firm" }]]);
  });

  it("offers to let a deactivated user in again", async () => {
    const since = "2026-11-20T09:36:00.000Z";
    const requests = mockServer({
      "adminUsers.get": () => sampleDetail({ state: "deactivated", deactivated_at: since }),
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Reactivate" }));
    await user.click(
      within(screen.getByRole("dialog")).getByRole("button", { name: "Reactivate" }),
    );
    expect(await screen.findByText(/can sign in again\./)).toBeInTheDocument();
    expect(requests).toEqual([["reactivate", { id: userId }]]);
  });

  it("signs out everywhere, or of one browser", async () => {
    const requests = mockServer();
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "End session: Firefox on Linux" }));
    await user.click(
      within(screen.getByRole("dialog")).getByRole("button", { name: "End session" }),
    );
    expect(await screen.findByText("1 session ended.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Sign out everywhere" }));
    await user.click(
      within(screen.getByRole("dialog")).getByRole("button", { name: "Sign out everywhere" }),
    );
    expect(await screen.findByText("2 sessions ended.")).toBeInTheDocument();
    expect(requests.map(([name]) => name)).toEqual(["endSession", "endSessions"]);
  });

  it("says why a change was refused", async () => {
    mockServer({
      "adminUsers.setRole": () => new CallFailure("PRECONDITION_FAILED", 412, "own_account"),
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Make administrator" }));
    await user.click(
      within(screen.getByRole("dialog")).getByRole("button", { name: "Make administrator" }),
    );
    expect(await screen.findByText(/Only another administrator can/)).toBeInTheDocument();
  });

  it("keeps administrators from locking themselves out", async () => {
    mockServer({
      "adminUsers.get": () =>
        sampleDetail({ id: rootId, email: administrator.email, role: "ADMIN" }),
    });
    show(rootId);
    expect(await screen.findByRole("button", { name: "Make customer" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Deactivate" })).toBeDisabled();
    expect(await screen.findByText("End them in your settings")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Sign out everywhere" })).toBeNull();
  });

  it("shows the history: who, before and after, and what the installation did itself", async () => {
    mockServer({
      "adminHistory.list": () => ({
        results: [
          sampleEntry({ note: "Asked for by mail" }),
          sampleEntry({
            id: "2",
            action: "user.features_changed",
            changes: [
              { field: "features", before: ["enable-api-keys"], after: ["enable-admin-tools"] },
            ],
          }),
          sampleEntry({ id: "3", actor_id: null, actor_email: null }),
        ],
        pagination: { page: 1, perPage: 20, pageCount: 2, resultCount: 23, nextCursor: "next" },
      }),
    });
    show();
    const entries = await screen.findAllByText("Role changed");
    const first = entries[0]?.closest("li");
    expect(first).toHaveTextContent("Customer→ changed to Administrator");
    expect(first).toHaveTextContent("“Asked for by mail”");
    expect(first).toHaveTextContent(`By ${administrator.email}`);
    const features = screen.getByText("Features changed").closest("li");
    expect(features).toHaveTextContent("OnAdmin tools");
    expect(features).toHaveTextContent("OffAPI keys");
    expect(screen.getByText("The installation")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Older changes" })).toBeInTheDocument();
  });

  it("says that no user has the address, without a request for an invalid id", async () => {
    const requests: string[] = [];
    mockServer({
      "adminUsers.get": ({ id }) => {
        requests.push(id);
        return new CallFailure("NOT_FOUND", 404, "user_not_found");
      },
    });
    const { unmount } = show("nobody");
    expect(await screen.findByText("User not found")).toBeInTheDocument();
    expect(requests).toEqual([]);
    unmount();
    show();
    expect(await screen.findByText("User not found")).toBeInTheDocument();
    expect(requests).toEqual([userId]);
  });

  it("says what could not be loaded", async () => {
    mockServer({ "adminUsers.get": () => new CallFailure("FORBIDDEN", 403) });
    show();
    expect(await screen.findByText("User could not be loaded")).toBeInTheDocument();
  });

  it("lives on where a part fails", async () => {
    mockServer({
      "adminHistory.list": () => new CallFailure("BAD_REQUEST", 400),
      "adminUsers.sessions": () => new CallFailure("FORBIDDEN", 403),
    });
    show();
    expect(await screen.findByText("The history could not be loaded")).toBeInTheDocument();
    expect(await screen.findByText("The sessions could not be loaded")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Make administrator" })).toBeEnabled();
  });

  it("asks for nothing before it is known that an administrator looks", async () => {
    const requests = mockServer({ "users.getProfile": () => unavailable });
    show();
    expect(await screen.findByText("Loading user")).toBeInTheDocument();
    expect(requests).toEqual([]);
  });
});

it("removes the lost passkeys of a user", async () => {
  const requests = mockServer({
    "adminUsers.get": () => ({ ...sampleDetail(), passkeys: 2, second_factor: true }),
  });
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Remove passkeys" }));
  const dialog = screen.getByRole("dialog", { name: "Remove all passkeys?" });
  await user.click(within(dialog).getByRole("button", { name: "Remove passkeys" }));
  expect(await screen.findByText("2 passkeys removed.")).toBeInTheDocument();
  expect(requests).toEqual([["removePasskeys", { id: userId }]]);
});
