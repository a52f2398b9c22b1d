import { signOut } from "next-auth/react";
import { forgetAccountTheme } from "@/lib/browser/theme";
import { createStore } from "@/lib/createStore";
import { showToast } from "@/lib/toasts";

/** How often the user signed out on this page. */
const signOuts = createStore(0);

/** Calls the listener when the user signs out on this page. */
export const onSignOut = signOuts.watch;

/** Signs out here and in every tab of this browser, then leads to the path. */
export async function endSession(path: string): Promise<void> {
  try {
    await signOut({ callbackUrl: path });
    forgetAccountTheme();
    signOuts.set(signOuts.get() + 1);
  } catch {
    showToast({
      id: "sign-out",
      variant: "danger",
      message: "You could not be signed out. Try again.",
    });
  }
}
