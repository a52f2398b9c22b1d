import { signIn } from "next-auth/react";

const addressKey = "assay.sign-in-mail";

export type SignInMail = { email: string; callbackUrl: string };

/** Asks for a sign-in link. Resolves to the name of the error, or null when the mail is on its way. */
export async function sendSignInMail(mail: SignInMail): Promise<string | null> {
  try {
    const answer = await signIn("email", { ...mail, redirect: false });
    // Without providers the client leaves the page and answers nothing.
    if (!answer) return null;
    if (answer.error) return answer.error;
    const refused = answer.url !== null && new URL(answer.url).searchParams.has("csrf");
    if (!answer.ok || refused) return "Signin";
    sessionStorage.setItem(addressKey, JSON.stringify(mail));
    return null;
  } catch {
    return "Signin";
  }
}

/** The last sign-in mail that this tab requested. */
export function lastSignInMail(): SignInMail | null {
  try {
    const mail = JSON.parse(sessionStorage.getItem(addressKey) ?? "null") as SignInMail | null;
    return mail && typeof mail.email === "string" ? mail : null;
  } catch {
    return null;
  }
}
