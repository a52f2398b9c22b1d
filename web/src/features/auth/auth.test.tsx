import { useMutation } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useTRPC } from "@/api/client";
import type { PasskeyEntry } from "@/api/contract";
import { removeAuthenticator, stubAuthenticator } from "@/testing/authenticator";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, session } from "@/testing/server";
import { AuthErrorScreen } from "./AuthErrorScreen";
import { authErrors, explainAuthError } from "./authErrorTexts";
import { LoginScreen } from "./LoginScreen";
import { SignInMailScreen } from "./SignInMailScreen";
import { StepUpHost } from "./StepUpHost";
import { lastSignInMail } from "./signInMail";

const origin = "http://localhost:3000";

const provider = (id: string, name: string, type: string) => ({
  id,
  name,
  type,
  signinUrl: `${origin}/api/auth/signin/${id}`,
  callbackUrl: `${origin}/api/auth/callback/${id}`,
});

let forms: Array<Record<string, string>>;

function mockServer(answer = "verify-request?provider=email&type=email") {
  forms = [];
  server.use(
    http.get("*/api/auth/providers", () =>
      HttpResponse.json({
        email: provider("email", "E-mail", "email"),
        example: provider("example", "Example", "oauth"),
      }),
    ),
    http.post("*/api/auth/signin/email", async ({ request }) => {
      forms.push(Object.fromEntries(new URLSearchParams(await request.text())));
      return HttpResponse.json({ url: `${origin}/api/auth/${answer}` });
    }),
  );
}

async function askForLink(user: ReturnType<typeof render>["user"], email = "ada@example.com") {
  await user.type(await screen.findByRole("textbox", { name: "E-mail address" }), email);
  await user.click(screen.getByRole("button", { name: "Send sign-in link" }));
}

beforeEach(() => {
  mockServer();
  lastSignInMail.set(null);
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("the sign-in page", () => {
  it("offers every provider and the mail", async () => {
    render(<LoginScreen />, { pathname: "/login" });
    expect(await screen.findByRole("button", { name: "Continue with Example" })).toBeVisible();
    expect(screen.getByRole("textbox", { name: "E-mail address" })).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("sends the mail with the way back and shows where it went", async () => {
    const callbackUrl = `${origin}/settings/profile`;
    const { user, router } = render(<LoginScreen />, {
      pathname: "/login",
      query: { callbackUrl },
    });
    await askForLink(user);
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/auth/verify"));
    expect(forms[0]).toMatchObject({ email: "ada@example.com", callbackUrl, csrfToken: "token" });
  });

  it("never leads off this site", async () => {
    const query = { callbackUrl: "https://evil.example/x" };
    const { user } = render(<LoginScreen />, { pathname: "/login", query });
    await askForLink(user);
    await waitFor(() => expect(forms[0]).toMatchObject({ callbackUrl: `${origin}/` }));
  });

  it("leads a signed-in visitor to the start where the address is another host's path", async () => {
    server.use(session("ada@example.com"));
    const query = { callbackUrl: "/.//evil.example/login" };
    render(<LoginScreen />, { pathname: "/login", query });
    const link = await screen.findByRole("link", { name: "Continue" });
    expect(link).toHaveAttribute("href", "/");
  });

  it.each([
    ["error?error=EmailSignin", "The sign-in mail could not be sent"],
    ["signin?csrf=true", "Sign-in could not be started"],
  ])("explains %s and stays", async (answer, text) => {
    mockServer(answer);
    const { user, router } = render(<LoginScreen />, { pathname: "/login" });
    await askForLink(user);
    expect(await screen.findByRole("alert")).toHaveTextContent(text);
    expect(router.push).not.toHaveBeenCalled();
  });

  it.each([
    "Signin",
    "OAuthSignin",
    "OAuthCallback",
    "OAuthCreateAccount",
    "EmailCreateAccount",
    "Callback",
    "OAuthAccountNotLinked",
    "EmailSignin",
    "CredentialsSignin",
    "SessionRequired",
    "FreshSignInRequired",
    "SignInNotRecent",
    "AnotherUser",
    "TooManyAttempts",
  ])("explains the error %s", async (error) => {
    render(<LoginScreen />, { pathname: "/login", query: { error } });
    const notice = await screen.findByRole("alert");
    expect(notice).toHaveTextContent(authErrors[error]?.title as string);
    expect(notice).toHaveTextContent(authErrors[error]?.text as string);
  });

  it("offers to try again when the ways to sign in cannot be loaded", async () => {
    server.use(http.get("*/api/auth/providers", () => new HttpResponse("", { status: 503 })));
    const { user } = render(<LoginScreen />, { pathname: "/login" });
    const again = await screen.findByRole("button", { name: "Try again" });
    mockServer();
    await user.click(again);
    expect(await screen.findByRole("textbox", { name: "E-mail address" })).toBeVisible();
  });

  it("tells a signed-in user that another user has linked the account", async () => {
    server.use(session("ada@example.com"));
    const query = { callbackUrl: `${origin}/settings/sessions`, error: "OAuthAccountNotLinked" };
    render(<LoginScreen />, { pathname: "/login", query });
    const notice = await screen.findByRole("alert");
    expect(notice).toHaveTextContent("This account is linked to another user");
    expect(notice).toHaveTextContent("sign in as that user and remove it");
    expect(notice).not.toHaveTextContent("e-mail address");
  });

  it("tells a signed-in visitor so and offers the way on", async () => {
    server.use(session("ada@example.com"));
    const query = { callbackUrl: `${origin}/settings`, error: "SessionRequired" };
    render(<LoginScreen />, { pathname: "/login", query });
    expect(await screen.findByText("ada@example.com")).toBeVisible();
    expect(screen.getByRole("link", { name: "Continue" })).toHaveAttribute("href", "/settings");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });
});

function Change() {
  const trpc = useTRPC();
  const { mutate, status } = useMutation(trpc.linkedAccounts.authorizeLink.mutationOptions());
  return (
    <>
      <p>The change: {status}</p>
      <input aria-label="Note" />
      <button type="button" onClick={() => mutate()}>
        Save
      </button>
      <StepUpHost />
    </>
  );
}

describe("a sign-in that is too old for a change", () => {
  const linked = { email: "ada@example.com", linked_at: "2026-11-19T09:36:00.000Z" };
  const phone: PasskeyEntry = {
    id: "passkey-1",
    name: "Phone",
    added_at: "2026-11-19T09:36:00.000Z",
    last_used_at: null,
  };

  let fresh: boolean;

  function mockAccount(names: string[], passkeys: PasskeyEntry[] = []) {
    fresh = false;
    server.use(
      session(member.email),
      procedures({
        "users.getProfile": () => member,
        "search.getInitialSearchGroups": () => [],
        "linkedAccounts.list": () => ({
          results: names.map((name) => ({
            ...linked,
            id: name,
            provider_name: name,
            steps_up: name !== "Untimed",
          })),
        }),
        "passkeys.list": () => ({
          results: passkeys,
          second_factor: false,
          second_factor_required: false,
          recovery_codes_left: 0,
        }),
        "linkedAccounts.authorizeLink": () =>
          fresh ? undefined : new CallFailure("FORBIDDEN", 403, "fresh_sign_in_required"),
      }),
    );
  }

  /** Answers a passkey with the address of what follows. */
  function mockPasskey(answer: string) {
    stubAuthenticator();
    server.use(
      http.post("*/api/auth/passkey/options", () =>
        HttpResponse.json({ options: '{"challenge":"AAAA"}' }),
      ),
      http.post("*/api/auth/passkey", async ({ request }) => {
        forms.push(Object.fromEntries(new URLSearchParams(await request.text())));
        fresh = answer === "/";
        return HttpResponse.json({ url: `${origin}${answer}` });
      }),
    );
  }

  async function save() {
    const { user } = render(<Change />);
    await user.click(screen.getByRole("button", { name: "Save" }));
    const dialog = await screen.findByRole("dialog", { name: "Sign in again to continue" });
    await within(dialog).findByText(member.email);
    return { user, dialog };
  }

  afterEach(removeAuthenticator);

  it("is renewed by a passkey, after which the change is made", async () => {
    mockAccount([], [phone]);
    mockPasskey("/");
    const { user, dialog } = await save();
    expect(screen.getByText("The change: pending")).toBeInTheDocument();
    await user.click(within(dialog).getByRole("button", { name: "Use a passkey" }));
    expect(await screen.findByText("The change: success")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(forms[0]).toMatchObject({ credential: '{"id":"used"}', stepUp: "true" });
  });

  it("is not renewed by a passkey of another account", async () => {
    mockAccount([], [phone]);
    mockPasskey("/api/auth/error?error=AnotherUser");
    const { user, dialog } = await save();
    await user.click(within(dialog).getByRole("button", { name: "Use a passkey" }));
    const alert = await within(dialog).findByRole("alert");
    expect(alert).toHaveTextContent("This sign-in belongs to another account");
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(await screen.findByText("The change: error")).toBeVisible();
  });

  it("offers no passkey to a user or a browser without one", async () => {
    mockAccount([], []);
    mockPasskey("/");
    const { user, dialog } = await save();
    expect(within(dialog).queryByRole("button", { name: "Use a passkey" })).toBeNull();
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    removeAuthenticator();
    mockAccount([], [phone]);
    await user.click(screen.getByRole("button", { name: "Save" }));
    const again = await screen.findByRole("dialog", { name: "Sign in again to continue" });
    await within(again).findByText(member.email);
    expect(within(again).queryByRole("button", { name: "Use a passkey" })).toBeNull();
    await user.click(within(again).getByRole("button", { name: "Close" }));
  });

  it("is renewed by a link in another tab, which has to be opened before the change is made", async () => {
    mockAccount([]);
    const { user, dialog } = await save();
    await user.click(within(dialog).getByRole("button", { name: "Send sign-in link" }));
    const proceed = await within(dialog).findByRole("button", { name: "Continue" });
    await user.click(proceed);
    const alert = await within(dialog).findByRole("alert");
    expect(alert).toHaveTextContent("Open the link first");
    expect(proceed).toBeVisible();
    expect(screen.getByText("The change: pending")).toBeInTheDocument();
    fresh = true;
    await user.click(proceed);
    expect(await screen.findByText("The change: success")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("asks for another one above the page, which keeps what was typed", async () => {
    mockAccount([]);
    const { user } = render(<Change />);
    await user.type(screen.getByRole("textbox", { name: "Note" }), "typed");
    await user.click(screen.getByRole("button", { name: "Save" }));
    const dialog = await screen.findByRole("dialog", { name: "Sign in again to continue" });
    await within(dialog).findByText(member.email);
    expect(within(dialog).queryByRole("textbox")).not.toBeInTheDocument();
    expect(within(dialog).queryByRole("button", { name: /Continue with/ })).toBeNull();
    await user.click(within(dialog).getByRole("button", { name: "Send sign-in link" }));
    await within(dialog).findByText(/Open it in this browser, then return to this page/);
    expect(forms[0]).toMatchObject({ email: member.email, callbackUrl: window.location.href });
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(await screen.findByText("The change: error")).toBeVisible();
    expect(screen.getByDisplayValue("typed")).toBeVisible();
  });

  it("offers the providers whose accounts are linked, on the sign-in page too", async () => {
    mockAccount(["Example", "Untimed"]);
    server.use(
      http.get("*/api/auth/providers", () =>
        HttpResponse.json({
          example: provider("example", "Example", "oauth"),
          untimed: provider("untimed", "Untimed", "oauth"),
        }),
      ),
    );
    const query = { error: "SignInNotRecent", callbackUrl: `${origin}/settings/sessions` };
    render(<LoginScreen />, { pathname: "/login", query });
    expect(await screen.findByRole("button", { name: "Continue with Example" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Continue with Untimed" })).toBeNull();
    expect(screen.getByRole("button", { name: "Send sign-in link" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /use another account/ })).toBeNull();
  });
});

describe("the error page", () => {
  const catalogue = [
    "MISSING_NEXTAUTH_API_ROUTE_ERROR",
    "NO_SECRET",
    "CALLBACK_CREDENTIALS_HANDLER_ERROR",
    "EMAIL_REQUIRES_ADAPTER_ERROR",
    "MISSING_ADAPTER_METHODS_ERROR",
    "CALLBACK_CREDENTIALS_JWT_ERROR",
    "INVALID_CALLBACK_URL_ERROR",
    "OAuthCallbackError",
    "AccountNotLinkedError",
    "UnknownError",
    "AccessDenied",
    "Verification",
    "Configuration",
    "OAuthSignin",
    "SessionRequired",
  ];

  it.each(catalogue)("knows %s", (error) => {
    render(<AuthErrorScreen contact={null} />, { pathname: "/auth/error", query: { error } });
    const known = authErrors[error];
    expect(known).toBeDefined();
    expect(screen.getByRole("heading", { name: known?.title })).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to sign-in" })).toHaveAttribute("href", "/login");
  });

  it.each([undefined, "undefined", "<script>", "constructor", "__proto__"])(
    "has a general text for %s",
    (error) => {
      render(<AuthErrorScreen contact={null} />, { pathname: "/auth/error", query: { error } });
      expect(screen.getByRole("heading", { name: "Sign-in failed" })).toBeVisible();
    },
  );

  it("takes names as the server spells them", () => {
    expect(explainAuthError("configuration")).toBe(authErrors.Configuration);
  });
});

describe("the verification page", () => {
  it("says where the mail went and sends another", async () => {
    const mail = { email: "ada@example.com", callbackUrl: `${origin}/settings` };
    lastSignInMail.set(mail);
    const { user } = render(<SignInMailScreen />, { pathname: "/auth/verify" });
    expect(screen.getByText("ada@example.com")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Send another link" }));
    await screen.findByText(/Another link was sent/);
    expect(forms[0]).toMatchObject(mail);
  });

  it("explains why another mail could not be sent", async () => {
    mockServer("error?error=EmailSignin");
    const mail = { email: "ada@example.com", callbackUrl: origin };
    lastSignInMail.set(mail);
    const { user } = render(<SignInMailScreen />, { pathname: "/auth/verify" });
    await user.click(screen.getByRole("button", { name: "Send another link" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("could not be sent");
  });

  it("knows the address of the sign-in page, which no storage keeps", async () => {
    const { user } = render(<LoginScreen />, { pathname: "/login" });
    await askForLink(user);
    await waitFor(() => expect(lastSignInMail.get()?.email).toBe("ada@example.com"));
    const kept = [localStorage, sessionStorage].map((storage) => JSON.stringify(storage));
    expect(kept.join()).not.toContain("ada@example.com");
  });

  it("leads to the sign-in page when the address is not known here", () => {
    render(<SignInMailScreen />, { pathname: "/auth/verify" });
    const again = screen.getByRole("link", { name: "Request another link" });
    expect(again).toHaveAttribute("href", "/login");
    expect(screen.queryByRole("button", { name: "Send another link" })).not.toBeInTheDocument();
  });
});
