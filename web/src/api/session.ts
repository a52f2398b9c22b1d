import { signOut } from "next-auth/react";
import { forgetAccountTheme } from "@/lib/browser/theme";
import { showToast } from "@/lib/toasts";
import { tellSignOut } from "./thirdParty";

/** Where the session client listens for news of other tabs. */
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

/** Signs out here and in every tab of this browser, then leads to the path. */
export async function endSession(path: string): Promise<void> {
  try {
    await signOut({ callbackUrl: path });
    forgetAccountTheme();
    tellSignOut();
  } catch {
    showToast({
      id: "sign-out",
      variant: "danger",
      message: "You could not be signed out. Try again.",
    });
  }
}
