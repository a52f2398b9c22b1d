import { useConfig } from "@/api/config";
import { CodeBlock } from "@/components/ui/CodeBlock";
import { Link } from "@/components/ui/Link";
import { brand } from "@/lib/brand";
import { useHydrated } from "@/lib/hydrated";
import { Holdings } from "./Holdings";
import { Section } from "./Section";

const link = "rounded-sm text-accent underline";

const question = {
  filter: {
    operator: "and",
    filters: [
      { operator: "equals", field: "asset_class_slug", value: "commodities" },
      { operator: "in", field: "network_slugs", value: ["ethereum", "solana"] },
    ],
  },
  sort: { field: "name", direction: "asc" },
};

export function PlatformScreen() {
  const { version } = useConfig();
  const hydrated = useHydrated();
  const origin = hydrated ? window.location.origin : "";
  return (
    <>
      <Holdings />
      <Section id="platform" title="One set of facts, several ways to it">
        <p>
          Pages, files and programs ask the same questions: the same filters, the same order, the
          same names of fields. A view of a list keeps its question in its address, so it can be
          sent, kept and quoted. Its file has every row of the view, and says of each row where it
          comes from and under which licence it may be used.
        </p>
        <ul className="flex list-disc flex-col gap-1 ps-5">
          <li>
            <Link href="/assets" className={link}>
              Lists
            </Link>{" "}
            of assets,{" "}
            <Link href="/tokens" className={link}>
              tokens
            </Link>
            ,{" "}
            <Link href="/networks" className={link}>
              networks
            </Link>
            ,{" "}
            <Link href="/platforms" className={link}>
              platforms
            </Link>{" "}
            and all they belong to, with every field as a column.
          </li>
          <li>Files: the CSV of any list, with its filters, columns and order.</li>
          <li>
            The sources of it all, with their licences and gaps, under{" "}
            <Link href="/data-partners" className={link}>
              Data partners
            </Link>
            .
          </li>
          <li>
            Keys and endpoints for programs under{" "}
            <Link href="/tools/api/api-keys" className={link}>
              API tools
            </Link>
            , whole data sets under{" "}
            <Link href="/downloads" className={link}>
              Downloads
            </Link>
            .
          </li>
          <li>{brand} is open source: you can run all of it yourself.</li>
        </ul>
      </Section>
      <Section id="question" title="A question">
        <p>
          Conditions compare a field with a value and are joined by <code>and</code> and{" "}
          <code>or</code>. What each field means, which values it has and how it can be asked is
          told by the list itself: every filter and column is made from that.
        </p>
        <CodeBlock
          label="A question"
          language="JSON: commodities on Ethereum or Solana, by name"
          code={JSON.stringify(question, null, 2)}
        />
        <CodeBlock
          label="The same as a file"
          language="curl"
          code={`curl -G ${origin}/api/download/assets.csv \\\n  --data-urlencode 'query=${JSON.stringify(question)}' \\\n  --data-urlencode 'fields=name,symbol,issuer_name,network_slugs'`}
        />
      </Section>
      <Section id="method" title="Method">
        <p>
          Every number can be explained: its inputs, its formula, its checks and its versions stand
          one click away. Corrections add a version and never overwrite one, so a page can be read
          as it was on any day.
        </p>
        <p>
          Days are UTC. Unknown is not zero: a value without a basis is shown as a dash with its
          reason, and a total says what it covers. A value that fails its check is withheld rather
          than shown wrong.
        </p>
      </Section>
      <Section id="status" title="Status">
        <p>
          How old a figure is stands beside it. Where no source is connected to this installation
          for a figure, a dash stands in its place and says so.
        </p>
        {version && (
          <p className="text-text-2">
            Site version <code className="font-mono text-sm">{version}</code>
          </p>
        )}
      </Section>
    </>
  );
}
