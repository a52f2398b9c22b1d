import { useQuery } from "@tanstack/react-query";
import { signIn } from "next-auth/react";
import { useState } from "react";
import { useProviders } from "@/api/account/providers";
import { useTRPC } from "@/api/client";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { AuthNotice } from "./AuthNotice";
import { explainAuthError } from "./authErrorTexts";
import { type SignInMail, sendSignInMail } from "./signInMail";

function MailButton({ mail }: { mail: SignInMail }) {
  const [state, setState] = useState<"idle" | "sending" | "sent">("idle");
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    setState("sending");
    const failure = await sendSignInMail(mail);
    setError(failure);
    setState(failure === null ? "sent" : "idle");
  };
  return (
    <>
      {error && <AuthNotice error={explainAuthError(error)} />}
      <Button look="primary" size="large" disabled={state === "sending"} onClick={send}>
        {state === "sending"
          ? "Sending the link…"
          : state === "sent"
            ? "Send another link"
            : "Send sign-in link"}
      </Button>
      <p role="status" className="text-sm text-text-2 [overflow-wrap:anywhere] empty:hidden">
        {state === "sent" &&
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
};

/** The ways to sign in again to the same account: its linked accounts, and a link to its address. */
export function SignInAgain({ email, callbackUrl }: SignInAgainProps) {
  const trpc = useTRPC();
  const providers = useProviders();
  const accounts = useQuery(trpc.linkedAccounts.list.queryOptions());
  if (providers.isPending || accounts.isPending) {
    return (
      <Loading label="Loading the ways to sign in">
        <Skeleton className="rounded-sm h-9 w-full" />
      </Loading>
    );
  }
  const linked = new Set(accounts.data?.results.map((account) => account.provider_name));
  const others = providers.data?.filter(({ type, name }) => type === "oauth" && linked.has(name));
  return (
    <div className="flex flex-col gap-3">
      <p>
        You are signed in as <span className="font-medium [overflow-wrap:anywhere]">{email}</span>.
      </p>
      {others?.map(({ id, name }) => (
        <Button
          key={id}
          size="large"
          // Without the prompt a provider would answer at once for whoever sits at this screen.
          onClick={() => void signIn(id, { callbackUrl }, { prompt: "login" })}
        >
          Continue with {name}
        </Button>
      ))}
      <MailButton mail={{ email, callbackUrl }} />
    </div>
  );
}
