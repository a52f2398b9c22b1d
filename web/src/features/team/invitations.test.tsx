import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { member as person } from "@/testing/records";
import { render } from "@/testing/render";
import { CallFailure, unavailable } from "@/testing/server";
import { SignInRequest } from "@/testing/signInRequest";
import { mockServer, offer, open, requests, Screen, team, toast, waiting } from "./teamFixtures";

const said = (text: string) => waitFor(() => expect(toast()).toHaveTextContent(text));

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("the invitations", () => {
  it("are sent with a role", async () => {
    mockServer();
    const { user } = render(<Screen />);
    const field = await screen.findByRole("textbox", { name: /E-mail address/ });
    await user.type(field, "new@example.com");
    await user.click(screen.getByRole("combobox", { name: "Role" }));
    await user.click(screen.getByRole("option", { name: "Owner" }));
    await user.click(screen.getByRole("button", { name: "Send invitation" }));
    await said("Invitation sent to new@example.com.");
    expect(requests).toEqual([
      ["invite", { organization_id: team.id, email: "new@example.com", role: "owner" }],
    ]);
    expect(field).toHaveValue("");
  });

  it.each([
    ["already_member", "already exists"],
    ["already_invited", "Resend it instead"],
    ["too_many_invitation_mails", "Try again later"],
    ["invitation_not_sent", "could not be sent"],
  ])("say beside the address why it was refused: %s", async (reason, text) => {
    mockServer({ "teams.invite": () => new CallFailure("PRECONDITION_FAILED", 412, reason) });
    const { user } = render(<Screen />);
    const field = await screen.findByRole("textbox", { name: /E-mail address/ });
    await user.type(field, "bo@example.com{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent(text);
    expect(field).toHaveValue("bo@example.com");
    await user.type(field, "m");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("are sent after another sign-in where the last one is too old", async () => {
    let calls = 0;
    mockServer({
      "teams.invite": () => {
        calls += 1;
        return calls === 1
          ? new CallFailure("FORBIDDEN", 403, "fresh_sign_in_required")
          : { invitation: waiting };
      },
    });
    const { user } = render(
      <>
        <Screen />
        <SignInRequest />
      </>,
    );
    const field = await screen.findByRole("textbox", { name: /E-mail address/ });
    await user.type(field, "new@example.com{Enter}");
    await user.click(await screen.findByRole("button", { name: "Sign in again" }));
    await said("Invitation sent to new@example.com.");
    expect(calls).toBe(2);
  });

  it("are sent again and revoked", async () => {
    mockServer();
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: "Send again to cleo@example.com" }));
    await said("A new link was sent to cleo@example.com.");
    await user.click(
      screen.getByRole("button", { name: "Revoke the invitation of cleo@example.com" }),
    );
    await said("The invitation of cleo@example.com is revoked.");
    const place = { organization_id: team.id, id: waiting.id };
    expect(requests).toEqual([
      ["resend", place],
      ["revoke", place],
    ]);
  });

  it("show those that expired, and that there are none", async () => {
    let results = [{ ...waiting, expired: true }];
    mockServer({
      "teams.invitations": () => ({ results }),
      "teams.revoke": () => {
        results = [];
        return {};
      },
    });
    const { user } = render(<Screen />);
    expect(await screen.findByText("Expired")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Revoke/ }));
    expect(await screen.findByText("No open invitations.")).toBeVisible();
  });
});

describe("what waits for an answer", () => {
  const offers = { invitations: [offer], joins: [open] };

  it("is offered and accepted without the link", async () => {
    mockServer({ user: person, "teams.offers": () => offers });
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: /^Accept .* Quay Partners/ }));
    await said("Welcome to Quay Partners (sample).");
    expect(requests).toEqual([["accept", { id: offer.id }]]);
  });

  it("is joined by the domain", async () => {
    mockServer({ user: person, "teams.offers": () => offers });
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: "Join Example Works (sample)" }));
    await said("Welcome to Example Works (sample).");
    expect(requests).toEqual([["join", { organization_id: "organization-3" }]]);
  });

  it("says what the team will see of somebody who joins", async () => {
    mockServer({ user: person, "teams.offers": () => offers });
    render(<Screen />);
    expect(
      await screen.findByText(/see your name, your e-mail address, your role and the day/),
    ).toBeVisible();
  });

  it("is dismissed", async () => {
    mockServer({ user: person, "teams.offers": () => offers });
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: "Dismiss Example Works (sample)" }));
    await said("Example Works (sample) is no longer offered.");
    expect(requests).toEqual([["dismiss", { organization_id: "organization-3" }]]);
  });

  it("is nothing when it cannot be loaded", async () => {
    mockServer({ user: person, "teams.offers": () => unavailable });
    render(<Screen />);
    await screen.findByText("Your organizations");
    expect(screen.queryByText("Teams you can join")).not.toBeInTheDocument();
  });
});

describe("a mailed link", () => {
  const link = { pathname: "/settings/team", query: { invitation: "secret" } };

  it("is answered with its token and leaves the address", async () => {
    mockServer({ user: person });
    const { user, router } = render(<Screen />, link);
    expect(await screen.findByText("Quay Partners (sample)")).toBeVisible();
    expect(screen.getByText("Invited by dan@example.com")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Accept/ }));
    await said("Welcome to Quay Partners (sample).");
    expect(requests).toEqual([["accept", { token: "secret" }]]);
    expect(router.replace).toHaveBeenCalledWith("/settings/team", undefined, expect.anything());
  });

  it("can be declined", async () => {
    mockServer({ user: person });
    const { user, router } = render(<Screen />, link);
    await user.click(await screen.findByRole("button", { name: /^Decline/ }));
    await said("You declined the invitation to Quay Partners (sample).");
    expect(requests).toEqual([["decline", { token: "secret" }]]);
    expect(router.replace).toHaveBeenCalled();
  });

  it.each([
    ["invitation_not_found", "NOT_FOUND", 404, "no longer open"],
    ["invitation_expired", "PRECONDITION_FAILED", 412, "has expired"],
    ["invitation_for_another", "FORBIDDEN", 403, "You are signed in as ada@example.com."],
  ])("that opens nothing says why: %s", async (reason, code, status, text) => {
    mockServer({ user: person, "teams.invitation": () => new CallFailure(code, status, reason) });
    const { user, router } = render(<Screen />, link);
    await screen.findByText("This invitation cannot be used");
    expect(screen.getByText(new RegExp(text))).toBeVisible();
    const another = screen.queryByRole("button", { name: "Sign in with another address" });
    expect(another !== null).toBe(reason === "invitation_for_another");
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(router.replace).toHaveBeenCalled();
  });

  it("turns dead when somebody was faster", async () => {
    let answered = false;
    mockServer({
      user: person,
      "teams.invitation": () =>
        answered
          ? new CallFailure("NOT_FOUND", 404, "invitation_not_found")
          : { invitation: offer },
      "teams.accept": () => {
        answered = true;
        return new CallFailure("NOT_FOUND", 404, "invitation_not_found");
      },
    });
    const { user } = render(<Screen />, link);
    await user.click(await screen.findByRole("button", { name: /^Accept/ }));
    expect(await screen.findByText("This invitation cannot be used")).toBeVisible();
  });
});
