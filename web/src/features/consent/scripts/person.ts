import type { UserRecord } from "@/api/contract";
import { stableHash } from "@/lib/stableHash";

/** The data about a signed-in person that services may receive; each takes only its own part. */
export type Person = {
  /** The same for this person on every device; it contains no name, address or number. */
  pseudonym: string;
  id: string;
  plan: string;
  email: string;
  /** Proves to the chat that the address is this person's; without it the chat receives nothing. */
  chatHash: string | null;
};

async function digest(text: string): Promise<string> {
  // Pages that are not served securely have no digests.
  if (!("subtle" in crypto)) return stableHash(text).toString(16).padStart(8, "0");
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const pairs = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0"));
  return pairs.join("").slice(0, 32);
}

export async function personOf(user: UserRecord): Promise<Person> {
  const { id, email, organization, intercom_hmac: chatHash } = user;
  const pseudonym = await digest(`assay pseudonym ${window.location.origin} ${id}`);
  return { pseudonym, id, plan: organization.plan.type, email, chatHash };
}
