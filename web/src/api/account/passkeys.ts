import { getCsrfToken } from "next-auth/react";

const timeout = 15_000;

/** Whether a host is an IP address: passkeys belong to names. */
export function isIpAddress(hostname: string): boolean {
  return hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
}

/** Whether this browser can use passkeys on this site. */
export function supportsPasskeys(): boolean {
  return (
    !isIpAddress(window.location.hostname) &&
    typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === "function" &&
    typeof window.PublicKeyCredential.parseRequestOptionsFromJSON === "function"
  );
}

/** The answer of the browser as text; null if the user cancelled or the time was over. */
async function answer(request: Promise<Credential | null>): Promise<string | null> {
  try {
    const credential = await request;
    return credential === null ? null : JSON.stringify(credential);
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    // The authenticator already has a passkey of this account.
    if (name === "InvalidStateError") throw error;
    if (name === "NotAllowedError" || name === "AbortError") return null;
    throw error;
  }
}

/** Creates a passkey by the options of the server, which are JSON. */
export function createPasskey(options: string): Promise<string | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
  return answer(navigator.credentials.create({ publicKey }));
}

function askPasskey(options: string): Promise<string | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options));
  return answer(navigator.credentials.get({ publicKey }));
}

type Reply = { url?: string; options?: string };

async function post(action: string, values: Record<string, string>): Promise<Reply> {
  const csrfToken = (await getCsrfToken()) ?? "";
  const response = await fetch(`/api/auth/${action}`, {
    method: "POST",
    body: new URLSearchParams({ ...values, csrfToken, json: "true" }),
    signal: AbortSignal.timeout(timeout),
  });
  return response.json();
}

/** The name of the error in the address that explains it; null if the address leads on. */
function errorOf({ url }: Reply): string | null {
  if (url === undefined) return "Signin";
  const { searchParams } = new URL(url, window.location.origin);
  if (searchParams.has("csrf")) return "Signin";
  return searchParams.get("error");
}

/** How a sign-in by a passkey ended: with a session, by the user, or with the name of an error. */
export type PasskeySignIn = "signed-in" | "cancelled" | { error: string };

/** Sends an answer of a passkey, or a code; says how the sign-in ended. */
async function complete(action: string, values: Record<string, string>): Promise<PasskeySignIn> {
  const error = errorOf(await post(action, { ...values, callbackUrl: "/" }));
  return error === null ? "signed-in" : { error };
}

async function withPasskey(
  action: string,
  values: Record<string, string> = {},
): Promise<PasskeySignIn> {
  try {
    const started = await post("passkey/options", {});
    if (started.options === undefined) return { error: errorOf(started) ?? "Signin" };
    const credential = await askPasskey(started.options);
    return credential === null ? "cancelled" : await complete(action, { ...values, credential });
  } catch {
    return { error: "Signin" };
  }
}

/** Signs in with a passkey that the user chooses. */
export const signInWithPasskey = () => withPasskey("passkey");

/** Signs the same user in again with a passkey; one of another account is refused. */
export const signInAgainWithPasskey = () => withPasskey("passkey", { stepUp: "true" });

/** Completes a sign-in that waits for the second factor with a passkey. */
export const finishWithPasskey = () => withPasskey("second-factor");

/** Completes a sign-in that waits for the second factor with a recovery code. */
export async function finishWithRecoveryCode(recoveryCode: string): Promise<PasskeySignIn> {
  try {
    return await complete("second-factor", { recoveryCode });
  } catch {
    return { error: "Signin" };
  }
}
