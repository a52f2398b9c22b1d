/** The storage key by which the session client is notified by other tabs. */
const messageKey = "nextauth.message";

/**
 * Makes the session client read the session again. It offers no such call: `update` keeps an ended session,
 * so this tab sends itself the notification that other tabs send.
 */
export function refreshSession(): void {
  const message = {
    event: "session",
    data: { trigger: "ended" },
    timestamp: Math.floor(Date.now() / 1000),
  };
  window.dispatchEvent(
    new StorageEvent("storage", { key: messageKey, newValue: JSON.stringify(message) }),
  );
}

/** Leads to the sign-in page and, after it, back here. */
export function requireSignIn(): void {
  const query = new URLSearchParams({
    error: "SessionRequired",
    callbackUrl: window.location.href,
  });
  window.location.assign(`/api/auth/signin?${query}`);
}
