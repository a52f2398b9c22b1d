import { useRouter } from "next/router";
import { useMemo } from "react";
import { useUser } from "@/api/account/user";
import { endSession } from "@/app-state/signOut";
import { useTheme } from "@/app-state/theme";
import { changeSetting, useDensity, useSetting } from "@/lib/browser/display";
import { showToast } from "@/lib/toasts";
import type { Entry, EntryGroup } from "./matching";

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href);
    showToast({ id: "copy-link", variant: "success", message: "Link copied." });
  } catch {
    showToast({ id: "copy-link", variant: "danger", message: "The link could not be copied." });
  }
}

function entry(id: string, label: string, icon: Entry["icon"], run: () => void): Entry {
  return { id: `action:${id}`, label, subtitle: null, icon, run };
}

function refuse(): void {
  showToast({ id: "preferences", variant: "danger", message: "The theme could not be saved." });
}

/** The actions that every page offers. */
export function useActions(): EntryGroup {
  const { push } = useRouter();
  const user = useUser();
  const { theme, setTheme } = useTheme(user);
  const signedIn = user.status === "logged-in";
  const nextTheme = theme === "dark" ? "light" : "dark";
  const nextDensity = useDensity() === "compact" ? "comfortable" : "compact";
  const nextSidebar = useSetting("sidebar", "wide") === "narrow" ? "wide" : "narrow";
  return useMemo(() => {
    const entries = [
      entry(
        "theme",
        `Switch to the ${nextTheme} theme`,
        nextTheme === "dark" ? "moon" : "sun",
        () => setTheme(nextTheme, { onError: refuse }),
      ),
      entry("density", `Switch to ${nextDensity} rows`, "density", () =>
        changeSetting("density", nextDensity),
      ),
      entry(
        "sidebar",
        nextSidebar === "narrow" ? "Collapse the sidebar" : "Expand the sidebar",
        nextSidebar === "narrow" ? "collapse" : "expand",
        () => changeSetting("sidebar", nextSidebar),
      ),
      entry("copy-link", "Copy the link to this page", "link", () => void copyLink()),
      signedIn
        ? entry("sign-out", "Sign out", "signOut", () => void endSession("/"))
        : entry("sign-in", "Sign in", "signIn", () => void push("/login")),
    ];
    return { key: "actions", label: "Actions", entries };
  }, [nextTheme, nextDensity, nextSidebar, signedIn, setTheme, push]);
}
