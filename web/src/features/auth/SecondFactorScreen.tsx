import { useRouter } from "next/router";
import { type FormEvent, useState } from "react";
import {
  finishWithPasskey,
  finishWithRecoveryCode,
  type PasskeySignIn,
  supportsPasskeys,
} from "@/api/account/passkeys";
import { NarrowPage } from "@/components/page/NarrowPage";
import { Button } from "@/components/ui/buttons/Button";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { TextField } from "@/components/ui/inputs/TextField";
import { firstValue, sameSitePath } from "@/lib/address/url";
import { useHydrated } from "@/lib/loading/hydrated";
import { AuthNotice } from "./AuthNotice";
import { explainAuthError } from "./authErrorTexts";

function CodeForm({ busy, onSubmit }: { busy: boolean; onSubmit: (code: string) => void }) {
  const [code, setCode] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(code.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        id="recovery-code"
        label="Recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="xxxx-xxxx-xxxx-xxxx-xxxx-xxxx"
        required
        maxLength={60}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" size="large" disabled={busy || code.trim() === ""}>
        Use recovery code
      </Button>
    </form>
  );
}

function Steps({ path }: { path: string }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async (finish: () => Promise<PasskeySignIn>) => {
    setBusy(true);
    setError(null);
    const outcome = await finish();
    if (outcome === "signed-in") {
      // The page is loaded anew: what was read without a session is outdated.
      window.location.assign(path);
      return;
    }
    if (outcome !== "cancelled") setError(outcome.error);
    setBusy(false);
  };
  return (
    <>
      {error && <AuthNotice error={explainAuthError(error)} />}
      {error === "SecondFactorExpired" ? (
        <ButtonLink href="/login" look="primary" size="large">
          Back to sign-in
        </ButtonLink>
      ) : (
        <>
          {supportsPasskeys() && (
            <Button
              look="primary"
              size="large"
              disabled={busy}
              onClick={() => void run(finishWithPasskey)}
            >
              Use a passkey
            </Button>
          )}
          <CodeForm busy={busy} onSubmit={(code) => void run(() => finishWithRecoveryCode(code))} />
        </>
      )}
    </>
  );
}

/** Completes a sign-in by mail or through a provider with a passkey or a recovery code. */
export function SecondFactorScreen() {
  const { query, isReady } = useRouter();
  const known = useHydrated() && isReady;
  return (
    <NarrowPage
      title="Confirm your sign-in"
      description="A passkey or a recovery code completes the sign-in."
      lead="Your account requires a passkey or a recovery code to complete the sign-in."
    >
      {known && (
        <Steps path={sameSitePath(firstValue(query.callbackUrl), window.location.origin)} />
      )}
    </NarrowPage>
  );
}
