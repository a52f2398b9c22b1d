import type { RefObject } from "react";
import { PopoverLayer } from "../overlays/PopoverLayer";
import { OptionList } from "./OptionList";
import type { Option } from "./options";

type SelectLayerProps = {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  listId: string;
  options: ReadonlyArray<Option>;
  selected: ReadonlyArray<string>;
  onPick: (value: string) => void;
  className: string;
};

/** The list of a selector below its button. */
export function SelectLayer(props: SelectLayerProps) {
  const { anchor, open, onOpenChange, label, className, ...list } = props;
  return (
    <PopoverLayer
      anchor={anchor}
      open={open}
      onOpenChange={onOpenChange}
      label={label}
      align="start"
      inline
      className={`max-w-[calc(100vw-16px)] p-1.5 ${className}`}
    >
      <OptionList label={label} {...list} onClose={() => onOpenChange(false)} />
    </PopoverLayer>
  );
}
