import { useCallback, useState } from "react";
import { Icon } from "@/components/ui/marks/Icon";
import { Popover } from "@/components/ui/overlays/Popover";
import { preloadPart, useWhileOpen } from "@/lib/loading/useOnDemand";
import { parameters } from "../addressParameters";
import { currencies } from "../currencies";
import { chartPickerLook } from "../frame/ChartPicker";
import type { CurrencyChoiceProps } from "./CurrencyChoice";

const load = async () => (await import("./derivedChunk")).CurrencyChoice;
const preload = () => void preloadPart(load);

/** The currency of a chart of money; the choice loads when it is opened. */
export function CurrencyPicker(props: CurrencyChoiceProps) {
  const { label } = parameters.currency;
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const Choice = useWhileOpen(open, close, load, label);
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      onApproach={preload}
      className="w-[318px] p-3.5"
      trigger={
        <button type="button" className={chartPickerLook}>
          <span className="text-text-3">{label}</span>
          <bdi>{currencies[props.currency].code}</bdi>
          <span className="text-text-3">
            <Icon name="chevron" size={12} />
          </span>
        </button>
      }
    >
      <div className="min-h-[92px]">{Choice && <Choice {...props} />}</div>
    </Popover>
  );
}
