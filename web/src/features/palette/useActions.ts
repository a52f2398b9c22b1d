import { useRouter } from "next/router";
import { endSession } from "@/api/session";
import { useTheme } from "@/api/theme";
import { useUser } from "@/api/user";
import { changeSetting, useDensity, useSetting } from "@/lib/display";
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

/** What can be done from anywhere. */
export function useActions(): EntryGroup {
  const router = useRouter();
  const user = useUser();
  const { theme, setTheme } = useTheme(user);
  const density = useDensity();
  const sidebar = useSetting("sidebar", "wide");
  const nextTheme = theme === "dark" ? "light" : "dark";
  const nextDensity = density === "compact" ? "comfortable" : "compact";
  const nextSidebar = sidebar === "narrow" ? "wide" : "narrow";
  const onError = () => {
    showToast({ id: "preferences", variant: "danger", message: "The theme could not be saved." });
  };
  const entry = (id: string, label: string, icon: Entry["icon"], run: () => void): Entry => ({
    id: `action:${id}`,
    label,
    subtitle: null,
    icon,
    run,
  });
  const entries = [
    entry("theme", `Switch to the ${nextTheme} theme`, nextTheme === "dark" ? "moon" : "sun", () =>
      setTheme(nextTheme, { onError }),
    ),
    entry("density", `Switch to ${nextDensity} rows`, "density", () =>
      changeSetting("density", nextDensity),
    ),
    entry(
      "sidebar",
      nextSidebar === "narrow" ? "Narrow the sidebar" : "Widen the sidebar",
      nextSidebar === "narrow" ? "collapse" : "expand",
      () => changeSetting("sidebar", nextSidebar),
    ),
    entry("copy-link", "Copy the link to this page", "link", () => void copyLink()),
    user.status === "logged-in"
      ? entry("sign-out", "Sign out", "signOut", () => void endSession("/"))
      : entry("sign-in", "Sign in", "signIn", () => void router.push("/login")),
  ];
  return { key: "actions", label: "Actions", entries };
}
