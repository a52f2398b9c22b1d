import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeAuthenticator, stubAuthenticator } from "@/testing/authenticator";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { PasskeyButton } from "./PasskeyButton";
import { SecondFactorScreen } from "./SecondFactorScreen";

const origin = "http://localhost:3000";

let forms: Array<Record<string, string>>;

function mockServer(answer = "/") {
  forms = [];
  const take = async ({ request }: { request: Request }) => {
    forms.push(Object.fromEntries(new URLSearchParams(await request.text())));
    return HttpResponse.json({ url: `${origin}${answer}` });
  };
  server.use(
    http.post("*/api/auth/passkey/options", () =>
      HttpResponse.json({ options: '{"challenge":"AAAA"}' }),
    ),
    http.post("*/api/auth/passkey", take),
    http.post("*/api/auth/second-factor", take),
  );
}

const assign = vi.fn();

beforeEach(() => {
  mockServer();
  assign.mockReset();
  vi.stubGlobal("location", Object.assign(new URL(`${origin}/login`), { assign }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  removeAuthenticator();
});

describe("the passkey of the sign-in page", () => {
  it("signs in and leads on", async () => {
    const { get } = stubAuthenticator();
    const { user } = render(<PasskeyButton path="/settings/profile" />);
    await user.click(screen.getByRole("button", { name: "Sign in with a passkey" }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/settings/profile"));
    expect(get).toHaveBeenCalledWith({ publicKey: { challenge: "AAAA" } });
    expect(forms[0]).toMatchObject({ credential: '{"id":"used"}', csrfToken: "token" });
  });

  it("says why it was refused, and nothing after a cancelled request", async () => {
    const { get } = stubAuthenticator();
    mockServer("/api/auth/error?error=Passkey");
    get.mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
    const { user } = render(<PasskeyButton path="/" />);
    const button = screen.getByRole("button", { name: "Sign in with a passkey" });
    await user.click(button);
    await waitFor(() => expect(button).toBeEnabled());
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    await user.click(button);
    expect(await screen.findByRole("alert")).toHaveTextContent("The passkey was not accepted.");
    expect(assign).not.toHaveBeenCalled();
  });

  it("is not offered where the browser has none", () => {
    render(<PasskeyButton path="/" />);
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });
});

describe("the second factor of a sign-in", () => {
  const query = { callbackUrl: `${origin}/settings/profile` };

  it("is a passkey", async () => {
    stubAuthenticator();
    const { user } = render(<SecondFactorScreen />, { pathname: "/auth/second-factor", query });
    await user.click(await screen.findByRole("button", { name: "Use a passkey" }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/settings/profile"));
    expect(forms[0]).toMatchObject({ credential: '{"id":"used"}' });
  });

  it("is a recovery code", async () => {
    const { user } = render(<SecondFactorScreen />, { pathname: "/auth/second-factor", query });
    await user.type(
      await screen.findByRole("textbox", { name: /Recovery code/ }),
      "aaaa-bbbb-cccc",
    );
    await user.click(screen.getByRole("button", { name: "Use recovery code" }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/settings/profile"));
    expect(forms[0]).toMatchObject({ recoveryCode: "aaaa-bbbb-cccc" });
  });

  it("can be tried again until the sign-in has expired", async () => {
    mockServer("/api/auth/error?error=RecoveryCode");
    const { user } = render(<SecondFactorScreen />, { pathname: "/auth/second-factor", query });
    await user.type(await screen.findByRole("textbox", { name: /Recovery code/ }), "wrong");
    await user.click(screen.getByRole("button", { name: "Use recovery code" }));
    expect(await screen.findByText("This recovery code is not valid")).toBeVisible();
    mockServer("/api/auth/error?error=SecondFactorExpired");
    await user.click(screen.getByRole("button", { name: "Use recovery code" }));
    expect(await screen.findByText("This sign-in has expired")).toBeVisible();
    const link = screen.getByRole("link", { name: "Back to sign-in" });
    expect(link).toHaveAttribute("href", "/login");
  });
});
