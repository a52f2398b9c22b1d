import type { ReactNode } from "react";
import {
  apiKeyPattern,
  keyExpiryNoticeDays,
  unusedKeyDays,
  unusedKeyNoticeDays,
} from "@/api/accessWords";
import { Card } from "@/components/Card";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { Link } from "@/components/ui/links/Link";
import { CodeBlock } from "@/components/ui/text/CodeBlock";
import { useHydrated } from "@/lib/loading/hydrated";
import { variable } from "./keyTexts";
import { RefusalTable } from "./RefusalTable";

const link = "rounded-sm text-accent underline";

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="flex flex-col gap-3 px-(--card-pad) py-4 leading-6">{children}</div>
    </Card>
  );
}

function List({ children }: { children: ReactNode }) {
  return <ul className="flex list-disc flex-col gap-1 ps-5">{children}</ul>;
}

/** Requests with a key, each a line that can be pasted into a shell. */
function Requests() {
  const hydrated = useHydrated();
  const origin = hydrated ? window.location.origin : "";
  const header = `-H "Authorization: Bearer $${variable}"`;
  const input = JSON.stringify({ pagination: { page: 1, perPage: 25 } });
  return (
    <>
      <CodeBlock
        label="A page of a list"
        language="curl: 25 assets as JSON"
        code={`curl -G ${origin}/api/trpc/assets.list \\\n  ${header} \\\n  --data-urlencode 'input=${input}'`}
      />
      <CodeBlock
        label="A file with all rows"
        language="curl: all assets as CSV"
        code={`curl -O -J ${origin}/api/download/assets.csv \\\n  ${header}`}
      />
    </>
  );
}

function Parts() {
  const parts = [
    ["ak_live_ or ak_test_", "The purpose. A test key reads the same data as a live one."],
    ["8 letters and digits, _", "The id of the key, which is not secret. Lists and mails name it."],
    ["43 letters and digits", "The secret: 256 random bits. Only a code of it is stored."],
    ["6 letters and digits", "The CRC-32 of the text before it, in base 62 (0–9, A–Z, a–z)."],
  ] as const;
  return (
    <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[180px_minmax(0,1fr)]">
      {parts.map(([part, meaning]) => (
        <div key={part} className="contents">
          <dt className="font-medium">{part}</dt>
          <dd className="mb-1 text-text-2 sm:mb-0">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Explains keys to those who write programs: how to send one, what is refused, and how long it lasts. */
export function AboutKeysScreen() {
  return (
    <>
      <Section title="Access for programs">
        <p>
          With a key, a program reads data without a sign-in. The key reads what its owner can read,
          or less if it has scopes. A key of a user acts for that user in one organization. A key of
          an organization acts for the organization, and only its owners manage it.
        </p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink look="primary" href="/settings/api-keys">
            Manage keys
          </ButtonLink>
          <ButtonLink href="/settings/plan">Show your plan</ButtonLink>
        </div>
      </Section>
      <Section title="Sending a key">
        <p>
          Keep the key in the environment of the program, here as <code>{variable}</code>, and send
          it in the header <code>Authorization</code> of each request.
        </p>
        <Requests />
        <List>
          <li>
            Accepted by the queries for data under <code>/api/trpc</code>, by the files under{" "}
            <code>/api/download</code>, and by the feeds under <code>/feeds</code>.
          </li>
          <li>Not accepted by accounts, teams and administration: these need a sign-in.</li>
        </List>
      </Section>
      <RefusalTable />
      <Section title="Format">
        <Parts />
        <p>Scanners for secrets find keys by this pattern and confirm them by the checksum.</p>
        <CodeBlock label="Pattern of keys" language="Regular expression" code={apiKeyPattern} />
      </Section>
      <Section title="Expiry, rotation and leaks">
        <List>
          <li>
            A key expires after the time that its owner sets: a year by default, two years at most.
            An e-mail announces the end {keyExpiryNoticeDays} days before.
          </li>
          <li>
            Rotating a key replaces it by a new one with the same scopes. The old key ends at once,
            or still works for an hour, 24 hours or 7 days.
          </li>
          <li>
            Revoke a key that you do not need or that others have seen. Programs that use it are
            refused at once.
          </li>
          <li>
            A key that is found in public is revoked when it is reported, and its owner receives an
            e-mail.
          </li>
          <li>
            A key that is not used for {unusedKeyNoticeDays} days is announced by e-mail. After{" "}
            {unusedKeyDays} days it is disabled until its owner enables it.
          </li>
        </List>
      </Section>
      <Section title="Plans and limits">
        <p>
          A key never reads more than the plan of its organization allows. Rates and rows count for
          the organization as a whole, with all its keys and members. See{" "}
          <Link href="/settings/plan" className={link}>
            your plan
          </Link>{" "}
          for what it covers.
        </p>
      </Section>
    </>
  );
}
