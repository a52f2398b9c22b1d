import { useState } from "react";
import { signInWithPasskey, supportsPasskeys } from "@/api/account/passkeys";
import { Button } from "@/components/ui/buttons/Button";
import { explainAuthError } from "./authErrorTexts";

/** Signs in with a passkey and goes to the page; nothing where the browser or the site has none. */
export function PasskeyButton({ path }: { path: string }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (!supportsPasskeys()) return null;

  const signIn = async () => {
    setBusy(true);
    setError(null);
    const outcome = await signInWithPasskey();
    if (outcome === "signed-in") {
      // The page is loaded anew: what was read without a session is outdated.
      window.location.assign(path);
      return;
    }
    if (outcome !== "cancelled") {
      const { title, text } = explainAuthError(outcome.error);
      setError(`${title}. ${text}`);
    }
    setBusy(false);
  };

  return (
    <div className="flex flex-col gap-2">
      <Button size="large" disabled={busy} onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
      {error && (
        <p role="alert" className="text-neg text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
