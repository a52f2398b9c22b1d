import { useCallback, useState } from "react";
import type { Column } from "@/components/table/columns";
import { Icon } from "@/components/ui/marks/Icon";
import { Popover } from "@/components/ui/overlays/Popover";
import { preloadPart, useWhileOpen } from "@/lib/loading/useOnDemand";
import { shownColumns } from "./columnChoice";

const loadChoices = async () => (await import("./ColumnChoices")).ColumnChoices;

function preload(): void {
  preloadPart(loadChoices);
}

type ColumnPickerProps<Row> = {
  columns: ReadonlyArray<Column<Row>>;
  chosen: ReadonlyArray<string> | null;
  /** Null for the columns shown by default. */
  onChange: (chosen: string[] | null) => void;
};

export function ColumnPicker<Row>({ columns, chosen, onChange }: ColumnPickerProps<Row>) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const Choices = useWhileOpen(open, close, loadChoices, "The columns");
  const shown = shownColumns(columns, chosen);
  return (
    <Popover
      label="Columns"
      align="end"
      open={open && Choices !== null}
      onOpenChange={setOpen}
      onApproach={preload}
      className="flex w-[284px] flex-col overflow-hidden text-sm"
      trigger={
        <button
          type="button"
          className="inline-flex h-(--control-h-sm) items-center gap-[5px] whitespace-nowrap rounded-sm border border-line-strong px-2 text-sm hover:border-control-line aria-expanded:border-accent aria-expanded:text-accent pointer-coarse:min-h-11"
        >
          <Icon name="columns" size={14} />
          Columns{" "}
          <span className="num">
            {shown.length} of {columns.length}
          </span>
        </button>
      }
    >
      {Choices && (
        <Choices
          columns={columns}
          shown={shown}
          onCancel={close}
          onApply={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      )}
    </Popover>
  );
}
