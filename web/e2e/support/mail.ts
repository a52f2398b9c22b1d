import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import PostalMime from "postal-mime";

function mailFiles(): string[] {
  const folder = process.env.MAIL_DIR;
  if (!folder) throw new Error("MAIL_DIR names the folder of the mails");
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  const paths = files.map((name) => join(folder, name));
  return paths.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
}

async function findLink(address: string, known: ReadonlySet<string>): Promise<string | null> {
  for (const path of mailFiles()) {
    if (known.has(path)) return null;
    const mail = await PostalMime.parse(readFileSync(path));
    if (!mail.to?.some((to) => to.address === address)) continue;
    return mail.text?.match(/https?:\/\/\S+\/api\/auth\/callback\/email\S+/)?.[0] ?? null;
  }
  return null;
}

/** The mails there are, so that an older one is not taken for the new one. */
export function knownMails(): ReadonlySet<string> {
  return new Set(mailFiles());
}

/** Waits for the sign-in link that a new mail brings to the address. */
export async function awaitLink(address: string, known: ReadonlySet<string>): Promise<string> {
  let link: string | null = null;
  await expect(async () => {
    link = await findLink(address, known);
    expect(link).not.toBeNull();
  }).toPass({ timeout: 15_000 });
  return link ?? "";
}
