import { useQueryClient } from "@tanstack/react-query";
import { SessionProvider, useSession } from "next-auth/react";
import { type ReactNode, useEffect, useRef } from "react";
import { refreshSession } from "@/api/account/session";
import { useUser } from "@/api/account/user";
import { useConfig } from "@/api/installation/config";
import { useSearchGroups } from "@/api/search";
import { onSignOut } from "@/app-state/signOut";
import { useAccountTheme } from "@/app-state/theme";
import { removeDrafts } from "@/components/form/draft";

/** Forgets everything learnt for one person when the session ends or turns out to be another's. */
function SessionWatch() {
  const client = useQueryClient();
  const { data, status } = useSession();
  const identity = status === "loading" ? undefined : (data?.user?.email ?? null);
  const known = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (identity === undefined) return;
    const before = known.current;
    known.current = identity;
    if (before !== undefined && before !== identity) void client.resetQueries();
  }, [client, identity]);
  return null;
}

/** Forgets what was typed and not saved when the person signs out, here or in another tab of the browser. */
function SignOutWatch() {
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      // The message of the client of sessions. A session that only ended is none: what was typed waits for the next sign-in.
      if (key === "nextauth.message" && newValue?.includes('"trigger":"signout"')) removeDrafts();
    };
    window.addEventListener("storage", follow);
    const unwatch = onSignOut(removeDrafts);
    return () => {
      window.removeEventListener("storage", follow);
      unwatch();
    };
  }, []);
  return null;
}

/** Treats a session that could not be read as none, and reads it again once the profile can be loaded. */
function useRecovery(signedIn: boolean): void {
  const { status } = useSession();
  const lost = signedIn && status === "unauthenticated";
  useEffect(() => {
    if (lost) refreshSession();
  }, [lost]);
}

/** Begins every load of the app: loads the user and the features. */
function FirstLoad() {
  const user = useUser();
  useSearchGroups();
  useAccountTheme(user);
  useRecovery(user.status === "logged-in");
  return null;
}

/** One and the same element for every page, so that none of them is drawn anew with the page. */
const watchers = (
  <>
    <SessionWatch />
    <SignOutWatch />
    <FirstLoad />
  </>
);

/** The session of the page: read again on return to the tab, on news of other tabs, and by the clock if the installation asks. */
export function SessionFrame({ children }: { children: ReactNode }) {
  const { sessionPollSeconds } = useConfig();
  return (
    <SessionProvider refetchOnWindowFocus refetchInterval={sessionPollSeconds}>
      {watchers}
      {children}
    </SessionProvider>
  );
}
