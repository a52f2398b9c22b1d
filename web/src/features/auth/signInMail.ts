import { signIn } from "next-auth/react";
import { createStore } from "@/lib/createStore";

export type SignInMail = { email: string; callbackUrl: string };

/** The last sign-in mail that was requested since the page was loaded. It names a person, so storage does not keep it. */
export const lastSignInMail = createStore<SignInMail | null>(null);

/** Asks for a sign-in link. Resolves to the name of the error, or null when the mail is on its way. */
export async function sendSignInMail(mail: SignInMail): Promise<string | null> {
  try {
    const answer = await signIn("email", { ...mail, redirect: false });
    // Without providers the client leaves the page and answers nothing.
    if (!answer) return null;
    if (answer.error) return answer.error;
    const refused = answer.url !== null && new URL(answer.url).searchParams.has("csrf");
    if (!answer.ok || refused) return "Signin";
    lastSignInMail.set(mail);
    return null;
  } catch {
    return "Signin";
  }
}
