import { useRouter } from "next/router";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/buttons/Button";
import { TextField } from "@/components/ui/inputs/TextField";
import { explainAuthError } from "./authErrorTexts";
import { sendSignInMail } from "./signInMail";

export function EmailForm({ callbackUrl, primary }: { callbackUrl: string; primary: boolean }) {
  const router = useRouter();
  const [email, setEmail] = useState("");
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    setError(null);
    const failure = await sendSignInMail({ email: email.trim(), callbackUrl });
    if (failure === null) await router.push("/auth/verify");
    else setError(`${explainAuthError(failure).title}. ${explainAuthError(failure).text}`);
    setSending(false);
  };

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        id="email"
        label="E-mail address"
        type="email"
        name="email"
        autoComplete="email"
        placeholder="name@example.com"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={error}
      />
      <Button type="submit" look={primary ? "primary" : "plain"} size="large" disabled={sending}>
        {sending ? "Sending the link…" : "Send sign-in link"}
      </Button>
    </form>
  );
}
