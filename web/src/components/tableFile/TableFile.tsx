import { toastLoadFailure } from "@/lib/loading/useOnDemand";
import { Button } from "../ui/buttons/Button";
import { Icon } from "../ui/marks/Icon";
import type { FileColumn } from "./fileColumns";
import { OtherFormats } from "./OtherFormats";
import type { TableFormat } from "./saveTable";
import type { TableRows } from "./tableGrid";

export type { FileColumn };

const otherFormats = ["xlsx", "ndjson", "parquet"] as const;

/** The code that writes a file loads with the press of the button. */
function save<Row>(table: TableRows<Row>, format: TableFormat): void {
  import("./saveTable")
    .then(({ saveTable }) => saveTable(table, format))
    .catch(() => toastLoadFailure("The file"));
}

/** Saves the rows of a table as they stand. */
export function TableFile<Row>(props: TableRows<Row>) {
  const disabled = !props.rows?.length;
  return (
    <span className="inline-flex flex-none items-center gap-0.5">
      <Button size="small" disabled={disabled} onClick={() => save(props, "csv")}>
        <Icon name="download" size={14} />
        CSV
      </Button>
      <OtherFormats
        formats={otherFormats}
        disabled={disabled}
        onChoose={(format) => save(props, format)}
      />
    </span>
  );
}
