import type { ResourceMeta } from "@/api/contract";
import type { CatalogKey } from "@/app-state/numberExplanation";
import { Card } from "@/components/Card";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { Link } from "@/components/ui/links/Link";
import { Popover } from "@/components/ui/overlays/Popover";
import { DateText } from "@/components/ui/text/Figure";
import { FactNumber } from "./FactNumber";
import type { CatalogRecord } from "./resource";
import type { Fact, FactGroup } from "./sheet";

type FactListProps<Row extends CatalogRecord> = {
  groups: ReadonlyArray<FactGroup<Row>>;
  row: Row;
  of: CatalogKey;
  meta: ResourceMeta | undefined;
  /** One group under the other, as in a panel. */
  narrow?: boolean;
};

/** Facts in groups side by side; a missing value is shown as one, never left out. */
export function FactList<Row extends CatalogRecord>(props: FactListProps<Row>) {
  const { groups, row, of, meta, narrow = false } = props;
  return (
    <div className={narrow ? "" : "gap-4 lg:columns-2"}>
      {groups.map(({ title, facts }) => {
        const visible = facts.filter(({ when }) => when?.(row) ?? true);
        if (visible.length === 0) return null;
        return (
          <div key={title} className="mb-4 break-inside-avoid">
            <Card title={title}>
              <dl className="px-(--card-pad) py-1">
                {visible.map((fact) => (
                  <FactRow key={fact.field} fact={fact} row={row} of={of} meta={meta} />
                ))}
              </dl>
            </Card>
          </div>
        );
      })}
    </div>
  );
}

type FactRowProps<Row extends CatalogRecord> = {
  fact: Fact<Row>;
  row: Row;
  of: CatalogKey;
  meta: ResourceMeta | undefined;
};

function FactRow<Row extends CatalogRecord>({ fact, row, of, meta }: FactRowProps<Row>) {
  const value = fact.value(row);
  const about = meta?.fields.find(({ name }) => name === fact.field)?.description;
  return (
    <div className="flex min-h-9 items-center gap-2 border-line border-b py-1 last:border-b-0 pointer-coarse:min-h-11">
      <dt className="w-32 flex-none text-text-2">{fact.label}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-2">
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {fact.isLink ? (
            value
          ) : (
            <FactNumber of={of} row={row} field={fact.field} label={fact.label}>
              {value}
            </FactNumber>
          )}
        </span>
        <Popover
          label={`Source of ${fact.label}`}
          align="end"
          trigger={<IconButton icon="info" size="small" label={`Source of ${fact.label}`} />}
        >
          <p className="font-medium">{fact.label}</p>
          {about && <p className="mt-0.5 text-sm text-text-2">{about}</p>}
          <Source row={row} />
          <p className="mt-2 border-line border-t pt-2 text-sm text-text-3">
            Field <code className="font-mono">{fact.field}</code>
          </p>
        </Popover>
      </dd>
    </div>
  );
}

/** The source, date and licence of a record. */
function Source({ row }: { row: CatalogRecord }) {
  return (
    <dl className="mt-2 grid grid-cols-[64px_minmax(0,1fr)] gap-x-2 gap-y-1 text-sm [overflow-wrap:anywhere]">
      <dt className="text-text-3">Source</dt>
      <dd>{row.is_sample ? "Generated sample data, no source" : row.source}</dd>
      <dt className="text-text-3">Licence</dt>
      <dd>{row.licence}</dd>
      <dt className="text-text-3">Retrieved</dt>
      <dd>
        <DateText value={row.retrieved_on} />
      </dd>
      <dt className="text-text-3">More</dt>
      <dd>
        <Link href="/data-partners" className="text-accent hover:underline">
          All sources
        </Link>
      </dd>
    </dl>
  );
}
