import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ListPasskeysResponse, PasskeyEntry } from "@/api/contract";
import { removeAuthenticator, stubAuthenticator } from "@/testing/authenticator";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, session } from "@/testing/server";
import { SignInRequest } from "@/testing/signInRequest";
import { PasskeysCard } from "./PasskeysCard";
import { SecondFactorCard } from "./SecondFactorCard";

const phone: PasskeyEntry = {
  id: "passkey-1",
  name: "Phone",
  added_at: "2026-11-19T09:36:00.000Z",
  last_used_at: null,
};
const codes = ["aaaa-bbbb-cccc", "dddd-eeee-ffff"];

let state: ListPasskeysResponse;
let added: Array<{ name: string; credential: string }>;

type Refusals = { registration?: CallFailure; removal?: CallFailure };

function mockServer({ registration, removal }: Refusals = {}) {
  state = {
    results: [phone],
    second_factor: false,
    second_factor_required: false,
    recovery_codes_left: 0,
  };
  added = [];
  server.use(
    session(member.email),
    procedures({
      "users.getProfile": () => member,
      "search.getInitialSearchGroups": () => [],
      "passkeys.list": () => state,
      "passkeys.startRegistration": () => ({ options: '{"challenge":"AAAA"}' }),
      "passkeys.finishRegistration": (input) => {
        if (registration) return registration;
        added.push(input);
        state = { ...state, results: [phone, { ...phone, id: "passkey-2", name: input.name }] };
        return { id: "passkey-2", recovery_codes: state.second_factor_required ? codes : [] };
      },
      "passkeys.rename": ({ name }) => {
        state = { ...state, results: [{ ...phone, name }] };
        return {};
      },
      "passkeys.remove": () => {
        if (removal) return removal;
        state = { ...state, results: [] };
        return {};
      },
      "passkeys.setSecondFactor": ({ enabled }) => {
        state = { ...state, second_factor: enabled, recovery_codes_left: enabled ? 2 : 0 };
        return { recovery_codes: enabled ? codes : [] };
      },
      "passkeys.renewRecoveryCodes": () => ({ recovery_codes: codes }),
    }),
  );
}

const toast = () => document.querySelector("[data-toast]");

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(removeAuthenticator);

async function nameAndContinue(user: ReturnType<typeof render>["user"], name: string) {
  await user.click(await screen.findByRole("button", { name: "Add a passkey" }));
  await user.type(screen.getByRole("textbox", { name: /Name/ }), name);
  await user.click(screen.getByRole("button", { name: "Continue" }));
}

describe("the passkeys", () => {
  it("are added by the browser under a name", async () => {
    mockServer();
    const { create } = stubAuthenticator();
    const { user } = render(<PasskeysCard />);
    await nameAndContinue(user, "Laptop");
    await waitFor(() => expect(toast()).toHaveTextContent("Passkey added."));
    expect(create).toHaveBeenCalledWith({ publicKey: { challenge: "AAAA" } });
    expect(added).toEqual([{ name: "Laptop", credential: '{"id":"created"}' }]);
    expect(await screen.findByText("Laptop")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("come with recovery codes where the installation requires one", async () => {
    mockServer();
    state = { ...state, results: [], second_factor_required: true };
    stubAuthenticator();
    const { user } = render(<PasskeysCard />);
    await nameAndContinue(user, "Laptop");
    const dialog = await screen.findByRole("dialog", { name: "Recovery codes" });
    for (const code of codes) expect(within(dialog).getByText(code)).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "I have saved the codes" }));
    expect(screen.queryByText(codes[0] as string)).not.toBeInTheDocument();
  });

  it("are not added when the user cancels or the server refuses", async () => {
    const registration = new CallFailure("PRECONDITION_FAILED", 412, "passkey_refused");
    mockServer({ registration });
    const { create } = stubAuthenticator();
    create.mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
    const { user } = render(<PasskeysCard />);
    await nameAndContinue(user, "Laptop");
    await waitFor(() => expect(screen.getByRole("button", { name: "Continue" })).toBeEnabled());
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(toast()).toHaveTextContent("The passkey was not accepted."));
    expect(added).toEqual([]);
  });

  it("are added after another sign-in where the last one is too old", async () => {
    mockServer();
    stubAuthenticator();
    let starts = 0;
    server.use(
      procedures({
        "users.getProfile": () => member,
        "search.getInitialSearchGroups": () => [],
        "passkeys.list": () => state,
        "passkeys.startRegistration": () => {
          starts += 1;
          return starts === 1
            ? new CallFailure("FORBIDDEN", 403, "fresh_sign_in_required")
            : { options: '{"challenge":"AAAA"}' };
        },
        "passkeys.finishRegistration": () => ({ id: "passkey-2", recovery_codes: [] }),
      }),
    );
    const { user } = render(
      <>
        <PasskeysCard />
        <SignInRequest />
      </>,
    );
    await nameAndContinue(user, "Laptop");
    await user.click(await screen.findByRole("button", { name: "Sign in again" }));
    await waitFor(() => expect(toast()).toHaveTextContent("Passkey added."));
    expect(starts).toBe(2);
  });

  it("are renamed and removed", async () => {
    mockServer();
    const { user } = render(<PasskeysCard />);
    expect(await screen.findByText("Not used yet")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Rename passkey: Phone" }));
    const name = screen.getByRole("textbox", { name: /Name/ });
    await user.clear(name);
    await user.type(name, "Old phone");
    await user.click(screen.getByRole("button", { name: "Rename" }));
    await user.click(await screen.findByRole("button", { name: "Remove passkey: Old phone" }));
    const dialog = screen.getByRole("dialog", { name: "Remove this passkey?" });
    await user.click(within(dialog).getByRole("button", { name: "Remove passkey" }));
    expect(await screen.findByText("No passkeys.")).toBeVisible();
  });

  it.each([
    {
      who: "an administrator who must have one",
      part: { second_factor_required: true, second_factor: true },
      text: "This installation requires a passkey of administrators. Add another passkey before you remove this one.",
    },
    {
      who: "a user who turned on the second factor",
      part: { second_factor: true },
      text: "Your sign-ins require a passkey. Before you remove the last one, add another or turn off “Require a passkey”.",
    },
  ])("are kept, if the last, of $who", async ({ part, text }) => {
    mockServer({ removal: new CallFailure("PRECONDITION_FAILED", 412, "passkey_required") });
    state = { ...state, ...part };
    const { user } = render(<PasskeysCard />);
    await user.click(await screen.findByRole("button", { name: "Remove passkey: Phone" }));
    await user.click(screen.getByRole("button", { name: "Remove passkey" }));
    await waitFor(() => expect(toast()).toBeInTheDocument());
    expect(screen.getByText(text)).toBeVisible();
  });

  it("cannot be added where the browser has none", async () => {
    mockServer();
    render(<PasskeysCard />);
    expect(await screen.findByText("This browser cannot add passkeys on this site.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Add a passkey" })).not.toBeInTheDocument();
  });
});

describe("the second factor", () => {
  it("shows its recovery codes once", async () => {
    mockServer();
    const { user } = render(<SecondFactorCard />);
    await user.click(await screen.findByRole("switch", { name: "Require a passkey" }));
    const dialog = await screen.findByRole("dialog", { name: "Recovery codes" });
    for (const code of codes) expect(within(dialog).getByText(code)).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Copy recovery codes" })).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Download" })).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "I have saved the codes" }));
    expect(screen.queryByText(codes[0] as string)).not.toBeInTheDocument();
    expect(await screen.findByText("2 recovery codes left.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Replace recovery codes" }));
    expect(await screen.findByRole("dialog", { name: "Recovery codes" })).toBeVisible();
  });

  it("needs a passkey", async () => {
    mockServer();
    state = { ...state, results: [] };
    render(<SecondFactorCard />);
    expect(await screen.findByRole("switch", { name: "Require a passkey" })).toBeDisabled();
    expect(screen.getByText("Add a passkey first.")).toBeVisible();
  });

  it("cannot be turned off where the installation requires it", async () => {
    mockServer();
    state = { ...state, second_factor_required: true };
    render(<SecondFactorCard />);
    const toggle = await screen.findByRole("switch", { name: "Require a passkey" });
    expect(toggle).toBeDisabled();
    expect(toggle).toBeChecked();
    expect(screen.getByText(/You have no recovery codes\./)).toBeVisible();
    expect(screen.getByRole("button", { name: "Create recovery codes" })).toBeVisible();
  });
});
