import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import PostalMime from "postal-mime";

function mailFiles(): string[] {
  const folder = process.env.MAIL_DIR;
  if (!folder) throw new Error("MAIL_DIR names the folder of the mails");
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  return files.map((name) => join(folder, name));
}

/** The mails that have come since, the newest first. */
function newMails(known: ReadonlySet<string>): string[] {
  const fresh = mailFiles().filter((path) => !known.has(path));
  const dated = fresh.map((path) => ({ path, at: statSync(path).mtimeMs }));
  return dated.sort((one, other) => other.at - one.at).map(({ path }) => path);
}

const signIn = /https?:\/\/\S+\/api\/auth\/callback\/email\S+/;
const invitation = /https?:\/\/\S+\/settings\/team\?invitation=\S+/;

async function findLink(
  address: string,
  known: ReadonlySet<string>,
  pattern: RegExp,
): Promise<string | null> {
  for (const path of newMails(known)) {
    const mail = await PostalMime.parse(readFileSync(path));
    if (!mail.to?.some((to) => to.address === address)) continue;
    const link = mail.text?.match(pattern)?.[0];
    if (link) return link;
  }
  return null;
}

/** The mails there are, so that an older one is not taken for the new one. */
export function knownMails(): ReadonlySet<string> {
  return new Set(mailFiles());
}

async function awaitMail(address: string, known: ReadonlySet<string>, pattern: RegExp) {
  let link: string | null = null;
  await expect(async () => {
    link = await findLink(address, known, pattern);
    expect(link).not.toBeNull();
  }).toPass({ timeout: 15_000, intervals: [50] });
  return link ?? "";
}

/** Waits for the sign-in link that a new mail brings to the address. */
export function awaitLink(address: string, known: ReadonlySet<string>): Promise<string> {
  return awaitMail(address, known, signIn);
}

/** Waits for the link of an invitation that a new mail brings to the address. */
export function awaitInvitation(address: string, known: ReadonlySet<string>): Promise<string> {
  return awaitMail(address, known, invitation);
}

/** Waits for a new mail to the address with a link to the page. */
export function awaitNotice(address: string, known: ReadonlySet<string>, page: string) {
  return awaitMail(address, known, new RegExp(`https?://\\S+${page}`));
}
