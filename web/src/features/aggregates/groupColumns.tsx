import type { FieldMeta } from "@/api/contract";
import type { Column } from "@/components/table/columns";
import { Count, Percent } from "@/components/ui/text/Figure";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { NumberCell } from "@/lists/numbers/NumberCell";
import { Explainable } from "@/records/FactNumber";
import { type Group, groupFieldLabel, measures } from "./aggregates";
import {
  type CountColumn,
  type CountedAssets,
  explainedAssetCount,
  explainedGroupShare,
} from "./explainedAssets";

type CountCellProps = {
  of: CountedAssets;
  column: CountColumn;
  value: number | null;
  /** Says what it is where no cell of the grid does. */
  label?: string;
};

/** The number of records of a group, with a link to their list. */
export function CountCell({ of, column, value, label }: CountCellProps) {
  const way = label === undefined ? { tabIndex: -1 } : { label };
  return (
    <Explainable number={explainedAssetCount(of, column, value)} {...way}>
      <Count value={value} reason={notDisclosed} full />
    </Explainable>
  );
}

const none: ReadonlySet<string> = new Set();

/** Numbers over time know a group by its value. */
export function rowOf({ value }: Group): { slug: string } {
  return { slug: String(value) };
}

type Totals = {
  all: CountedAssets;
  total: number | null;
  of: (group: Group) => CountedAssets;
  /** The ids of the groups with sample assets; undefined until that is known. */
  sampled: ReadonlySet<string> | undefined;
};

/** The columns of a group of assets, and the list of its assets. */
export function groupColumns(
  field: FieldMeta | null,
  { all, total, of, sampled = none }: Totals,
): ReadonlyArray<Column<Group>> {
  return [
    {
      id: "group",
      header: field ? groupFieldLabel(field) : "Group",
      kind: "text",
      sortable: true,
      description: field?.description,
      cell: ({ label, value }) => (
        <bdi className={`truncate ${value === null ? "text-text-3" : ""}`}>{label}</bdi>
      ),
    },
    {
      id: "count",
      header: "Assets",
      kind: "number",
      sortable: true,
      cell: (group) => <CountCell of={of(group)} column="count" value={group.count} />,
    },
    {
      id: "share",
      header: "Share of assets",
      kind: "share",
      sortable: true,
      cell: (group) => (
        <Explainable
          number={explainedGroupShare(
            explainedAssetCount(of(group), "count", group.count),
            explainedAssetCount(all, "count", total),
            group.share,
            { of: sampled.has(group.id), all: sampled.size > 0 },
          )}
          tabIndex={-1}
        >
          <Percent value={group.share} reason="An asset can be in several groups" />
        </Explainable>
      ),
    },
    ...measures.map(
      ({ id, header }): Column<Group> => ({
        id,
        header,
        kind: "number",
        sortable: true,
        cell: (group) => (
          <CountCell of={of(group)} column={id} value={group.measured[id] ?? null} />
        ),
      }),
    ),
    {
      id: "value",
      header: "Value",
      unit: "US$ m",
      kind: "money",
      cell: (group) => <NumberCell row={rowOf(group)} column="value" kind="money" />,
    },
    {
      id: "holders",
      header: "Holders",
      kind: "number",
      cell: (group) => <NumberCell row={rowOf(group)} column="holders" kind="number" />,
    },
  ];
}
