import { type ReactNode, useCallback } from "react";
import { preloadPart, useWhileOpen } from "@/lib/loading/useOnDemand";
import { type Trigger, useTrigger } from "./useTrigger";

const loadLayer = async () => (await import("./PopoverLayer")).PopoverLayer;

type PopoverProps = {
  label: string;
  /** The button that opens it. */
  trigger: Trigger;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Loads code of the content ahead, when the pointer or the focus comes to the button. */
  onApproach?: () => void;
  align?: "start" | "center" | "end";
  /** Width and padding, where the content needs others. */
  className?: string;
  children: ReactNode;
};

/** A small panel beside its button; Escape and a press elsewhere close it. The script of the panel is loaded on demand. */
export function Popover(props: PopoverProps) {
  const { label, onApproach, align = "start", className, children } = props;
  const { open, turn, anchor, button, layerId } = useTrigger({
    ...props,
    popup: "dialog",
    onApproach: useCallback(() => {
      preloadPart(loadLayer);
      onApproach?.();
    }, [onApproach]),
  });
  const close = useCallback(() => turn(false), [turn]);
  const Layer = useWhileOpen(open, close, loadLayer, label);
  return (
    <>
      {button}
      {Layer && (
        <Layer
          id={layerId}
          anchor={anchor}
          open={open}
          onOpenChange={turn}
          label={label}
          align={align}
          className={`max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] overflow-y-auto ${className ?? "w-[284px] p-3"}`}
        >
          {children}
        </Layer>
      )}
    </>
  );
}
