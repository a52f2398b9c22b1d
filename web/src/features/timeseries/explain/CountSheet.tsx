import type { Filter } from "@/api/contract";
import type { Explained } from "@/api/explained";
import { Link } from "@/components/ui/Link";
import { emptyViewState, encodeViewState } from "@/lib/viewState";
import { Correct, callOf } from "./Correct";
import { Result, Section, SheetTitle } from "./Worksheet";

type CountSheetProps = Omit<Extract<Explained, { kind: "count" }>, "kind">;

const records = { assets: "assets", loans: "loans" } as const;

/** The list of what is counted, where its address can say which they are. */
function listAddress(of: CountSheetProps["of"], filter: Filter | undefined): string {
  const value = filter && "value" in filter ? filter.value : undefined;
  const values = (Array.isArray(value) ? value : [value]).filter(
    (each) => typeof each === "string",
  );
  const field = filter && "field" in filter ? filter.field : undefined;
  if (!field || values.length === 0) return `/${of}`;
  const filters = [{ field, operator: "is" as const, values }];
  return `/${of}?${encodeViewState({ ...emptyViewState, filters })}`;
}

/** What the catalog counts, and the list of it. */
export function CountSheet({ name, figure, of, distinct, filter }: CountSheetProps) {
  const aggregate = distinct ? { aggregateFunction: "countDistinct", field: distinct } : {};
  const call = callOf(`${of}.aggregate`, { ...(filter && { filter }), aggregate });
  return (
    <>
      <SheetTitle about={<bdi>{name}</bdi>} figure={<bdi>{figure}</bdi>} pills={null}>
        <p className="text-sm text-text-2">As the catalog stands now.</p>
      </SheetTitle>
      <Section title="Source">
        <p className="text-sm">
          The {records[of]} of the catalog. Each tells its own sources and keeps what was said of it
          before.{" "}
          <Link href={listAddress(of, filter)} className="text-accent hover:underline">
            All that are counted
          </Link>
        </p>
      </Section>
      <Section title="Method">
        <p className="border-text border-s-2 bg-surface-2 px-3 py-2 text-sm">
          {distinct
            ? `The different values of “${distinct.replaceAll("_", " ")}” among them; a record without one counts nothing.`
            : "Every record counts once, whether or not a number is known of it."}
        </p>
        <Result label={name}>{figure}</Result>
      </Section>
      <Section title="Correct it">
        <Correct about={name} facts={[`Shown: ${figure}`]} call={call} />
      </Section>
    </>
  );
}
