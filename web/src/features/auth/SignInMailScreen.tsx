import { useState } from "react";
import { NarrowPage } from "@/components/page/NarrowPage";
import { Button } from "@/components/ui/buttons/Button";
import { Link } from "@/components/ui/links/Link";
import { AuthNotice } from "./AuthNotice";
import { explainAuthError } from "./authErrorTexts";
import { lastSignInMail, type SignInMail, sendSignInMail } from "./signInMail";

function AnotherLink({ mail }: { mail: SignInMail }) {
  const [state, setState] = useState<"idle" | "sending" | "sent">("idle");
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    setState("sending");
    const failure = await sendSignInMail(mail);
    setError(failure);
    setState(failure === null ? "sent" : "idle");
  };
  return (
    <div className="flex flex-col gap-3">
      {error && <AuthNotice error={explainAuthError(error)} />}
      <Button size="large" disabled={state === "sending"} onClick={send}>
        {state === "sending" ? "Sending the link…" : "Send another link"}
      </Button>
      <p role="status" className="text-center text-sm text-text-2 empty:hidden">
        {state === "sent" ? "Another link was sent. Use the most recent e-mail." : ""}
      </p>
    </div>
  );
}

export function SignInMailScreen() {
  const mail = lastSignInMail.useValue();
  return (
    <NarrowPage
      title="Check your e-mail"
      description="A sign-in link was sent to your address."
      lead={
        mail ? (
          <>
            A sign-in link was sent to{" "}
            <strong className="font-semibold text-text [overflow-wrap:anywhere]">
              {mail.email}
            </strong>
            . Open it in this browser; any other asks you to confirm the sign-in. It works once and
            for a short time.
          </>
        ) : (
          "A sign-in link was sent to the address you entered. Open it in the browser in which you requested it; any other asks you to confirm the sign-in. It works once and for a short time."
        )
      }
    >
      <p className="text-text-2">
        No e-mail after a minute? Check your spam folder, then request another link.
      </p>
      {mail && <AnotherLink mail={mail} />}
      <Link href="/login" className="target self-center rounded-sm text-accent hover:underline">
        {mail ? "Use another address" : "Request another link"}
      </Link>
    </NarrowPage>
  );
}
