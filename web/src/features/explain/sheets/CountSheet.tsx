import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { Filter } from "@/api/contract";
import { every, where } from "@/api/listQuery";
import type { NumberKey } from "@/app-state/numberExplanation";
import { Link } from "@/components/ui/links/Link";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { type Filter as Condition, emptyViewState, encodeViewState } from "@/lib/address/viewState";
import { formatCountFull } from "@/lib/format";
import { Correct, callOf } from "../sections/Correct";
import { Result, SampleNote, Section, SheetTitle } from "../sections/Worksheet";

type CountSheetProps = Omit<Extract<NumberKey, { kind: "count" }>, "kind">;

const records = { assets: "assets", investments: "offers", loans: "loans" } as const;

/** The conditions of a filter as an address says them; null where it cannot. */
function conditionsOf(filter: Filter): ReadonlyArray<Condition> | null {
  const { operator, field, value, filters } = filter;
  if (operator === "and") {
    const parts = (filters ?? []).map(conditionsOf);
    return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
  }
  const values = [value]
    .flat()
    .filter((each) => each !== null && each !== undefined)
    .map(String);
  if (!field || values.length === 0) return null;
  if (operator !== "equals" && operator !== "in") return null;
  return [{ field, operator: "is", values }];
}

/** The list of what is counted, or of all records where an address cannot say which they are. */
function listOf(of: CountSheetProps["of"], filter: Filter | undefined) {
  const filters = filter ? conditionsOf(filter) : [];
  // An address has one condition of a kind for each field.
  const single = filters && new Set(filters.map(({ field }) => field)).size === filters.length;
  if (!single) return { href: `/${of}`, label: `All ${records[of]}` };
  const search = filters.length > 0 ? `?${encodeViewState({ ...emptyViewState, filters })}` : "";
  return { href: `/${of}${search}`, label: "Counted records" };
}

function aggregateOf(distinct: string | undefined, sum: string | undefined) {
  if (sum) return { aggregateFunction: "sum", field: sum };
  return distinct ? { aggregateFunction: "countDistinct", field: distinct } : {};
}

function methodOf(distinct: string | undefined, sum: string | undefined): string {
  const words = (field: string) => `“${field.replaceAll("_", " ")}”`;
  if (sum)
    return `The sum of ${words(sum)} over all records; records without a value are excluded.`;
  if (!distinct) return "Every record counts once, with or without a value.";
  return `The number of distinct values of ${words(distinct)}; records without a value are excluded.`;
}

/** How many of the counted records are sample data. */
function useSampleCount({ of, filter }: Pick<CountSheetProps, "of" | "filter">): number {
  const trpc = useTRPC();
  const only = every([filter, where("is_sample", "equals", true)]);
  const counted = trpc[of].aggregate.queryOptions({ ...(only && { filter: only }), aggregate: {} });
  return useQuery(counted).data?.results[0]?.count ?? 0;
}

/** A count of the catalog, and the list of its records. */
export function CountSheet({ name, figure, of, distinct, sum, filter }: CountSheetProps) {
  const aggregate = aggregateOf(distinct, sum);
  const sampleCount = useSampleCount({ of, filter });
  const list = listOf(of, filter);
  const call = callOf(`${of}.aggregate`, { ...(filter && { filter }), aggregate });
  return (
    <>
      <SheetTitle
        about={<bdi>{name}</bdi>}
        figure={<bdi>{figure}</bdi>}
        pills={sampleCount > 0 && <SampleTag />}
      >
        <p className="text-sm text-text-2">
          Current records of the catalog
          {sampleCount > 0 && `, of which ${formatCountFull(sampleCount)} are sample data`}.
        </p>
        {sampleCount > 0 && <SampleNote />}
      </SheetTitle>
      <Section title="Source">
        <p className="text-sm">
          The {records[of]} of the catalog. Each record states its sources and keeps its history.{" "}
          <Link href={list.href} className="text-accent hover:underline">
            {list.label}
          </Link>
        </p>
      </Section>
      <Section title="Method">
        <p className="border-text border-s-2 bg-surface-2 px-3 py-2 text-sm">
          {methodOf(distinct, sum)}
        </p>
        <Result label={name}>{figure}</Result>
      </Section>
      <Section title="Correct it">
        <Correct about={name} facts={[`Shown: ${figure}`]} call={call} />
      </Section>
    </>
  );
}
