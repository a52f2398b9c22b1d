import { useQuery } from "@tanstack/react-query";
import { getSession, signIn } from "next-auth/react";
import { useState } from "react";
import { useFreshSignInCheck } from "@/api/account/freshSignInCheck";
import { isSignInTooOld } from "@/api/account/freshSignInLink";
import { signInAgainWithPasskey, supportsPasskeys } from "@/api/account/passkeys";
import { useProviders } from "@/api/account/providers";
import { useTRPC } from "@/api/client";
import { explainFailure } from "@/components/states/failureTexts";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { AuthNotice } from "./AuthNotice";
import { type AuthError, explainAuthError } from "./authErrorTexts";
import { type SignInMail, sendSignInMail } from "./signInMail";

const linkNotOpened: AuthError = {
  title: "Open the link first",
  text: "This browser has no recent sign-in yet. Open the link from the e-mail in this browser and complete the sign-in, then continue here. If you opened it in another browser, send another link.",
};

function PasskeyAgain({ onSignedIn }: { onSignedIn: () => void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const use = async () => {
    setBusy(true);
    setError(null);
    const outcome = await signInAgainWithPasskey();
    setBusy(false);
    if (outcome === "signed-in") onSignedIn();
    else if (outcome !== "cancelled") setError(outcome.error);
  };
  return (
    <>
      {error && <AuthNotice error={explainAuthError(error)} />}
      <Button look="primary" size="large" disabled={busy} onClick={() => void use()}>
        Use a passkey
      </Button>
    </>
  );
}

type MailButtonProps = { mail: SignInMail; look: "primary" | "plain"; onSignedIn: () => void };

function MailButton({ mail, look, onSignedIn }: MailButtonProps) {
  const [state, setState] = useState<"idle" | "sending" | "sent">("idle");
  const [error, setError] = useState<AuthError | null>(null);
  const checkSignIn = useFreshSignInCheck();
  const send = async () => {
    setState("sending");
    const failure = await sendSignInMail(mail);
    setError(failure === null ? null : explainAuthError(failure));
    setState(failure === null ? "sent" : "idle");
  };
  const proceed = async () => {
    // Announced anew where nothing has changed since.
    setError(null);
    // Another tab may have signed in as somebody else.
    const session = await getSession();
    if (session?.user?.email !== mail.email) {
      setError(explainAuthError(session ? "AnotherUser" : "SessionRequired"));
      return;
    }
    const failure = await checkSignIn();
    if (failure === null) onSignedIn();
    else if (isSignInTooOld(failure)) setError(linkNotOpened);
    else setError({ title: "The sign-in could not be checked", text: explainFailure(failure) });
  };
  const sent = state === "sent";
  return (
    <>
      {error && <AuthNotice error={error} calm={error === linkNotOpened} />}
      {sent && (
        <Button look={look} size="large" onClick={() => void proceed()}>
          Continue
        </Button>
      )}
      <Button
        look={sent ? "plain" : look}
        size="large"
        disabled={state === "sending"}
        onClick={() => void send()}
      >
        {state === "sending"
          ? "Sending the link…"
          : sent
            ? "Send another link"
            : "Send sign-in link"}
      </Button>
      <p role="status" className="text-sm text-text-2 [overflow-wrap:anywhere] empty:hidden">
        {sent &&
          `A sign-in link was sent to ${mail.email}. Open it in this browser, then return to this page.`}
      </p>
    </>
  );
}

type SignInAgainProps = {
  /** The address of the user. */
  email: string;
  /** The page to return to. */
  callbackUrl: string;
  /** Called when the user has signed in again on this page. */
  onSignedIn: () => void;
};

/** The ways to sign in again to the same account: its passkeys, its linked accounts, and a link to its address. */
export function SignInAgain({ email, callbackUrl, onSignedIn }: SignInAgainProps) {
  const trpc = useTRPC();
  const providers = useProviders();
  const accounts = useQuery(trpc.linkedAccounts.list.queryOptions());
  const passkeys = useQuery(
    trpc.passkeys.list.queryOptions(undefined, { enabled: supportsPasskeys() }),
  );
  if (providers.isPending || accounts.isPending || passkeys.isLoading) {
    return (
      <Loading label="Loading the ways to sign in">
        <Skeleton className="rounded-sm h-9 w-full" />
      </Loading>
    );
  }
  const usable = accounts.data?.results.filter((account) => account.steps_up);
  const linked = new Set(usable?.map((account) => account.provider_name));
  const others = providers.data?.filter(({ type, name }) => type === "oauth" && linked.has(name));
  const hasPasskey = (passkeys.data?.results.length ?? 0) > 0;
  return (
    <div className="flex flex-col gap-3">
      <p>
        You are signed in as <span className="font-medium [overflow-wrap:anywhere]">{email}</span>.
      </p>
      {hasPasskey && <PasskeyAgain onSignedIn={onSignedIn} />}
      {others?.map(({ id, name }) => (
        <Button
          key={id}
          size="large"
          // The provider has to ask for a sign-in, and to say when it was.
          onClick={() => void signIn(id, { callbackUrl }, { stepUp: "true" })}
        >
          Continue with {name}
        </Button>
      ))}
      <MailButton
        mail={{ email, callbackUrl }}
        look={hasPasskey ? "plain" : "primary"}
        onSignedIn={onSignedIn}
      />
    </div>
  );
}
