import { useId, useState } from "react";
import type { SeriesRecord } from "@/api/contract";
import { Button } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { OptionList } from "@/components/ui/OptionList";
import { Popover } from "@/components/ui/Popover";
import { mostBeside } from "./exploreState";

type BenchmarkPickerProps = {
  /** Those that can stand on the axis of the chart. */
  offered: readonly SeriesRecord[];
  chosen: readonly string[];
  /** Why none is offered. */
  refusal: string;
  onOpen: () => void;
  onChange: (chosen: readonly string[]) => void;
};

/** Lines of benchmarks beside a chart: rates beside yields, prices and indexes where everything starts at 100. */
export function BenchmarkPicker(props: BenchmarkPickerProps) {
  const { offered, chosen, refusal, onOpen, onChange } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const toggle = (slug: string) => {
    if (chosen.includes(slug)) onChange(chosen.filter((other) => other !== slug));
    else onChange([...chosen, slug].slice(-mostBeside));
  };
  const shown = offered.filter(({ subject_slug: slug }) => chosen.includes(slug)).length;
  return (
    <Popover
      label="Benchmarks"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) onOpen();
      }}
      className="w-[340px] p-1.5"
      trigger={
        <Button size="small">
          <Icon name="charting" size={14} />
          Benchmarks
          {shown > 0 && <span className="num text-text-3">{shown}</span>}
        </Button>
      }
    >
      {offered.length === 0 ? (
        <p className="px-2.5 py-3 text-sm text-text-2">{refusal}</p>
      ) : (
        <OptionList
          label="Benchmarks"
          listId={id}
          options={offered.map(({ subject_slug, subject_name }) => ({
            value: subject_slug,
            content: { label: subject_name },
          }))}
          selected={chosen}
          multiple
          onPick={toggle}
          onClose={() => setOpen(false)}
        />
      )}
    </Popover>
  );
}
