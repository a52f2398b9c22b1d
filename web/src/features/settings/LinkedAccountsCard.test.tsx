import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LinkedAccountEntry } from "@/api/contract";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, session } from "@/testing/server";
import { SignInRequest } from "@/testing/signInRequest";
import { LinkedAccountsCard } from "./LinkedAccountsCard";

const acme: LinkedAccountEntry = {
  id: "account-1",
  provider_name: "Acme",
  email: "ada@acme.example",
  linked_at: "2026-11-19T09:36:00.000Z",
  steps_up: true,
};
const nameless: LinkedAccountEntry = { ...acme, id: "account-2", email: null };

let accounts: LinkedAccountEntry[];

function mockServer(remove: () => CallFailure | null = () => null) {
  accounts = [acme, nameless];
  server.use(
    session(member.email),
    http.get("*/api/auth/providers", () =>
      HttpResponse.json({
        email: { id: "email", name: "Email", type: "email" },
        acme: { id: "acme", name: "Acme", type: "oauth" },
      }),
    ),
    procedures({
      "users.getProfile": () => member,
      "search.getInitialSearchGroups": () => [],
      "linkedAccounts.list": () => ({ results: accounts }),
      "linkedAccounts.remove": ({ id }) => {
        const refusal = remove();
        if (refusal) return refusal;
        accounts = accounts.filter((account) => account.id !== id);
        return {};
      },
    }),
  );
}

const toast = () => document.querySelector("[data-toast]");

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("the linked accounts", () => {
  it("are listed by provider and address, with a way to link more", async () => {
    mockServer();
    render(<LinkedAccountsCard />);
    expect(await screen.findByText("Acme: ada@acme.example")).toBeVisible();
    expect(screen.getByRole("button", { name: "Remove account: Acme" })).toBeVisible();
    expect(await screen.findByRole("button", { name: "Link Acme" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Link Email" })).not.toBeInTheDocument();
  });

  it("are removed after a question that can be declined", async () => {
    mockServer();
    const { user } = render(<LinkedAccountsCard />);
    const remove = { name: "Remove account: Acme: ada@acme.example" };
    await user.click(await screen.findByRole("button", remove));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(accounts).toHaveLength(2);
    await user.click(screen.getByRole("button", remove));
    const dialog = screen.getByRole("dialog", { name: "Remove this account?" });
    await user.click(within(dialog).getByRole("button", { name: "Remove account" }));
    await waitFor(() => expect(toast()).toHaveTextContent("Account removed."));
    await waitFor(() =>
      expect(screen.queryByText("Acme: ada@acme.example")).not.toBeInTheDocument(),
    );
    expect(accounts).toEqual([nameless]);
  });

  it("leave the page only once the sign-in is fresh enough to link one", async () => {
    let authorized = 0;
    mockServer();
    server.use(
      procedures({
        "users.getProfile": () => member,
        "search.getInitialSearchGroups": () => [],
        "linkedAccounts.list": () => ({ results: accounts }),
        "linkedAccounts.authorizeLink": () => {
          authorized += 1;
          return new CallFailure("FORBIDDEN", 403, "fresh_sign_in_required");
        },
      }),
    );
    const { user } = render(
      <>
        <LinkedAccountsCard />
        <SignInRequest />
      </>,
    );
    await user.click(await screen.findByRole("button", { name: "Link Acme" }));
    await user.click(await screen.findByRole("button", { name: "Decline to sign in again" }));
    await waitFor(() => expect(toast()).toHaveTextContent("This change needs a recent sign-in."));
    expect(authorized).toBe(1);
  });

  it("say why the last one stays", async () => {
    mockServer(() => new CallFailure("PRECONDITION_FAILED", 412, "account_unverified"));
    const { user } = render(<LinkedAccountsCard />);
    await user.click(await screen.findByRole("button", { name: "Remove account: Acme" }));
    await user.click(screen.getByRole("button", { name: "Remove account" }));
    await waitFor(() => expect(toast()).toHaveTextContent("Your e-mail address is not verified."));
    expect(accounts).toHaveLength(2);
  });

  it("have an empty state", async () => {
    mockServer();
    accounts = [];
    render(<LinkedAccountsCard />);
    expect(await screen.findByText("No linked accounts.")).toBeVisible();
  });
});
