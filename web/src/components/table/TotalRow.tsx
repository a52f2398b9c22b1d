import type { ReactNode } from "react";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import type { Column } from "./columns";
import { leadLook, type RowLead } from "./RowLead";
import { alignment, type TableVariant, variants } from "./variants";

export type Totals = {
  /** The coverage of the row: "36 assets, 28 shown". */
  label: ReactNode;
  /** Whether the figures include sample data. */
  sample?: boolean;
  /** By column. */
  cells: Readonly<Record<string, ReactNode>>;
};

type TotalRowProps<Row> = {
  totals: Totals;
  columns: ReadonlyArray<Column<Row>>;
  variant: TableVariant;
  lead: RowLead | null;
};

export function TotalRow<Row>({ totals, columns, variant, lead }: TotalRowProps<Row>) {
  const className = `${variants[variant].cell} ${variants[variant].total} whitespace-nowrap font-semibold`;
  return (
    <tfoot className={variants[variant].foot}>
      <tr>
        {lead && <td className={`${className} ${leadLook(lead.kind)}`} />}
        {columns.map((column, at) =>
          at === 0 ? (
            <th
              key={column.id}
              scope="row"
              className={`${className} ${variants[variant].firstTotal} text-start`}
            >
              <bdi className={totals.sample ? "me-1.5" : ""}>{totals.label}</bdi>
              {totals.sample && <SampleTag short />}
            </th>
          ) : (
            <td key={column.id} className={`${className} ${alignment(column)}`}>
              {totals.cells[column.id]}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  );
}
