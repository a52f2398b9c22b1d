import { useConfig } from "@/api/installation/config";
import { Link } from "@/components/ui/links/Link";
import { CodeBlock } from "@/components/ui/text/CodeBlock";
import { brand } from "@/lib/brand";
import { thresholds } from "@/lib/format/thresholds";
import { useHydrated } from "@/lib/loading/hydrated";
import { Definitions } from "./Definitions";
import { Holdings } from "./Holdings";
import { Measures } from "./Measures";
import type { MeasureFamily } from "./measureDefinitions";
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

/** The data that is read when the site is built. */
export type PlatformProps = { families: ReadonlyArray<MeasureFamily> };

/** Describes the platform, the methods behind its numbers, and the meaning of each measure. */
export function PlatformScreen({ families }: PlatformProps) {
  const { version } = useConfig();
  const hydrated = useHydrated();
  const origin = hydrated ? window.location.origin : "";
  return (
    <>
      <Holdings />
      <Section id="platform" title="Ways to access the data">
        <p>
          Pages, files and the API share one query language with the same filters, sorting and field
          names. The address of a list contains its query, so a view can be shared, saved and cited.
          A downloaded file contains every row of the view, with the source and licence of each row.
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
            and related records, with every field available as a column.
          </li>
          <li>
            Files: any list as CSV, XLSX, Parquet or NDJSON, with its filters, columns and sorting.
          </li>
          <li>
            Data sources with their licences and gaps, under{" "}
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
            , and complete data sets under{" "}
            <Link href="/downloads" className={link}>
              Downloads
            </Link>
            .
          </li>
          <li>{brand} is open source and can be self-hosted.</li>
        </ul>
      </Section>
      <Section id="question" title="Queries">
        <p>
          A filter compares a field with a value; filters are combined with <code>and</code> and{" "}
          <code>or</code>. The metadata of each list describes its fields, their values and the
          supported operators.
        </p>
        <CodeBlock
          label="Example query"
          language="JSON: commodities on Ethereum or Solana, by name"
          code={JSON.stringify(question, null, 2)}
        />
        <CodeBlock
          label="The same query as a file download"
          language="curl"
          code={`curl -G ${origin}/api/download/assets.csv \\\n  --data-urlencode 'query=${JSON.stringify(question)}' \\\n  --data-urlencode 'fields=name,symbol,issuer_name,network_slugs'`}
        />
      </Section>
      <Section id="method" title="Method">
        <p>
          Every number has an explanation with its inputs, formula, checks and versions, one click
          away. Restatements add a version and never overwrite one, so a page can be viewed as it
          was on any past day.
        </p>
        <p>
          Days are in UTC. A missing value is shown as a dash with the reason, never as zero, and
          every total states its coverage. A value that fails a check is withheld. The definition of
          each measure, with its formula and version, is under{" "}
          <a href="#measures" className={link}>
            Measures
          </a>
          .
        </p>
        <p>
          Sums are rounded once, after all numbers have been added: groups and their total, days and
          months agree to the last digit.
        </p>
        <p>
          A level is carried until the next value, for as long as its frequency allows. In charts,
          carried values have open markers or are paler. Partial values, and those of an interval
          that is not over, have open markers or are hatched.
        </p>
        <p>
          When values return after a gap, the change over the gap belongs to the interval in which
          they return, so that days, weeks and months have the same sum. A change is marked as
          partial if the values of a member end before the interval does. A sum over a week or a
          month excludes days whose values are withheld, and is then marked as partial, even if its
          interval is over.
        </p>
        <p>
          A monthly average belongs to its month: it is known after the month, dated on its last
          day, and shown on that day and at the end of its week. A calculated level, such as a
          yield, is measured on days on which one of its inputs has a value, and carried on others;
          the premium to an underlying is measured on days with a price and a close.
        </p>
        <p>
          Where several sources report a number, the source with the best rank on that day counts;
          if it has no value or its last value is out of date, the next source counts. Without
          ranks, the source that was loaded first counts until its last value is out of date, and
          then the next source that still reports. Ranks are dated, and pages of past days use the
          ranks of their time. Sources that differ by more than {thresholds.difference_percent}%
          (market prices: {thresholds.price_difference_percent}%) are marked.
        </p>
      </Section>
      <Definitions />
      <Section id="status" title="Status">
        <p>
          Each figure shows its age. Figures without a connected source in this installation are
          shown as a dash with the reason.
        </p>
        {version && (
          <p className="text-text-2">
            Site version <code className="font-mono text-sm">{version}</code>
          </p>
        )}
      </Section>
      <Measures families={families} />
    </>
  );
}
