import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { type UserLoad, useUserCache } from "@/api/account/user";
import { useTRPC } from "@/api/client";
import {
  applyAccountTheme,
  choiceToHandOver,
  chooseTheme,
  handOverChoice,
  type Theme,
  useShownTheme,
} from "@/lib/browser/theme";
import { afterPaint } from "@/lib/loading/afterPaint";

function useSavePreferences() {
  const trpc = useTRPC();
  const cache = useUserCache();
  return useMutation(
    trpc.userSettings.updatePreferences.mutationOptions({
      scope: { id: "preferences" },
      onMutate: ({ preferences }) => cache.change({ preferences }),
      onSuccess: ({ preferences }) => cache.change({ preferences }),
      onError: (_error, { preferences }) => {
        cache.change({ preferences: { ...preferences, darkMode: !preferences.darkMode } });
      },
    }),
  );
}

/**
 * Shows the theme of the account as soon as it is known, and the visitor's own after a sign-out.
 *
 * Dark, chosen in this browser before signing in, goes to the account once: light is what every account
 * begins with, so the owner of a light account has most likely never chosen. One of a dark account has.
 */
export function useAccountTheme(load: UserLoad): void {
  const signedIn = load.status === "logged-in";
  const anonymous = load.status === "logged-out" && load.anonymous;
  const darkMode = signedIn && load.user.preferences.darkMode;
  const { mutate } = useSavePreferences();
  const tried = useRef(false);
  useEffect(() => {
    if (anonymous) {
      tried.current = false;
      applyAccountTheme(null);
    }
    if (!signedIn) return;
    if (choiceToHandOver() === "dark" && !darkMode && !tried.current) {
      tried.current = true;
      // A refusal that comes before the change was rendered leaves nothing that would run this effect again.
      const onError = () => applyAccountTheme("light");
      mutate({ preferences: { darkMode: true } }, { onSuccess: handOverChoice, onError });
      return;
    }
    if (!tried.current) handOverChoice();
    applyAccountTheme(darkMode ? "dark" : "light");
  }, [signedIn, anonymous, darkMode, mutate]);
}

/** The shown theme and how to change it: with an account it is stored there, else in this browser. */
export function useTheme(load: UserLoad) {
  const shown = useShownTheme();
  const [pending, setPending] = useState<Theme | null>(null);
  const { mutate } = useSavePreferences();
  const setTheme = useCallback(
    (next: Theme, callbacks?: { onSuccess?: () => void; onError?: () => void }) => {
      setPending(next);
      // Every element of the page takes on new colours: the press is answered before.
      afterPaint(() => {
        if (load.status !== "logged-in") {
          chooseTheme(next);
          return setPending(null);
        }
        const preferences = { ...load.user.preferences, darkMode: next === "dark" };
        const { onSuccess, onError } = callbacks ?? {};
        mutate({ preferences }, { onSuccess, onError, onSettled: () => setPending(null) });
      });
    },
    [load, mutate],
  );
  return { theme: pending ?? shown, setTheme };
}
