import { useId, useState } from "react";
import type { SeriesRecord } from "@/api/contract";
import { OptionList } from "@/components/ui/OptionList";
import { Popover } from "@/components/ui/Popover";
import type { Trigger } from "@/components/ui/useTrigger";
import { usePressed } from "@/lib/browser/usePressed";
import { mostBeside } from "../parameters";

type BenchmarkPickerProps = {
  /** Those that can stand on the axis of the chart. */
  offered: readonly SeriesRecord[];
  chosen: readonly string[];
  /** The button that opens it, with how many of the chosen are shown. */
  trigger: (shown: number) => Trigger;
  onOpen: () => void;
  onChange: (chosen: readonly string[]) => void;
};

const refusal =
  "Rates can be compared with yields. For prices and indexes, select the chart type Lines and the scale Index, or put the benchmarks on the second axis.";

/** Lines of benchmarks beside a chart: rates beside yields, prices and indexes where everything starts at 100. */
export function BenchmarkPicker(props: BenchmarkPickerProps) {
  const { offered, trigger, onOpen } = props;
  const [chosen, press] = usePressed(props.chosen, props.onChange);
  const id = useId();
  const [open, setOpen] = useState(false);
  const toggle = (slug: string) => {
    if (chosen.includes(slug)) press(chosen.filter((other) => other !== slug));
    else press([...chosen, slug].slice(-mostBeside));
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
      trigger={trigger(shown)}
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
