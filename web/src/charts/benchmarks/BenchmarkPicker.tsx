import { useCallback, useState } from "react";
import { Popover } from "@/components/ui/overlays/Popover";
import type { Trigger } from "@/components/ui/overlays/useTrigger";
import { usePressed } from "@/lib/browser/usePressed";
import { preloadPart, useWhileOpen } from "@/lib/loading/useOnDemand";
import type { ChartSettings } from "../addressParameters";
import type { BenchmarkLines } from "./benchmarks";

const load = async () => (await import("../derived/derivedChunk")).BenchmarkChoice;
const preload = () => void preloadPart(load);

type BenchmarkPickerProps = {
  state: Pick<ChartSettings, "benchmarks">;
  benchmarks: Pick<BenchmarkLines, "offered" | "requestAll">;
  /** The button that opens it, with the number of benchmarks shown. */
  trigger: (shown: number) => Trigger;
  update: (patch: Pick<ChartSettings, "benchmarks">) => void;
};

/** Lines of benchmarks beside a chart: rates beside yields, prices and indexes where everything starts at 100. */
export function BenchmarkPicker({ state, benchmarks, trigger, update }: BenchmarkPickerProps) {
  const { offered, requestAll } = benchmarks;
  const [chosen, press] = usePressed(state.benchmarks, (next) => update({ benchmarks: next }));
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const Choice = useWhileOpen(open, close, load, "The list of benchmarks");
  const shown = offered.filter(({ subject_slug: slug }) => chosen.includes(slug)).length;
  return (
    <Popover
      label="Benchmarks"
      open={open && Choice !== null}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) requestAll();
      }}
      onApproach={preload}
      className="w-[340px] p-1.5"
      trigger={trigger(shown)}
    >
      {Choice && <Choice offered={offered} chosen={chosen} onChange={press} onClose={close} />}
    </Popover>
  );
}
