import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { applyAccountTheme, chooseTheme, type Theme, useShownTheme } from "@/lib/theme";
import { useTRPC } from "./client";
import { type UserLoad, useUserCache } from "./user";

/** Shows the theme of the account as soon as it is known, and the visitor's own after a sign-out. */
export function useAccountTheme(load: UserLoad): void {
  const signedIn = load.status === "logged-in";
  const anonymous = load.status === "logged-out" && load.anonymous;
  const darkMode = signedIn && load.user.preferences.darkMode;
  useEffect(() => {
    if (signedIn) applyAccountTheme(darkMode ? "dark" : "light");
    else if (anonymous) applyAccountTheme(null);
  }, [signedIn, anonymous, darkMode]);
}

/** The shown theme and how to change it: with an account it is stored there, else in this browser. */
export function useTheme(load: UserLoad) {
  const trpc = useTRPC();
  const cache = useUserCache();
  const theme = useShownTheme();
  const save = useMutation(
    trpc.userSettings.updatePreferences.mutationOptions({
      scope: { id: "preferences" },
      onMutate: ({ preferences }) => cache.change({ preferences }),
      onSuccess: ({ preferences }) => cache.change({ preferences }),
      onError: (_error, { preferences }) => {
        cache.change({ preferences: { ...preferences, darkMode: !preferences.darkMode } });
      },
    }),
  );
  const setTheme = (next: Theme, told?: { onSuccess?: () => void; onError?: () => void }) => {
    if (load.status !== "logged-in") chooseTheme(next);
    else {
      const preferences = { ...load.user.preferences, darkMode: next === "dark" };
      save.mutate({ preferences }, { onSuccess: told?.onSuccess, onError: told?.onError });
    }
  };
  return { theme, setTheme };
}
