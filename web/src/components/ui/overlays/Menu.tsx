import { type ReactNode, useCallback } from "react";
import { preloadPart, useWhileOpen } from "@/lib/loading/useOnDemand";
import type { MenuEntry } from "./menuEntry";
import { type Trigger, useTrigger } from "./useTrigger";

const loadLayer = async () => (await import("./MenuLayer")).MenuLayer;

/** Loads the script of menus before one is opened. */
export function preloadMenu(): void {
  preloadPart(loadLayer);
}

type MenuProps = {
  label: string;
  /** The button that opens it. */
  trigger: Trigger;
  /** Stands above the entries, such as who is signed in. */
  header?: ReactNode;
  /** Groups of entries, with a rule between them. */
  groups: ReadonlyArray<ReadonlyArray<MenuEntry>>;
  align?: "start" | "end";
  /** For a menu that was opened before its entries were loaded. */
  defaultOpen?: boolean;
};

/** Actions behind one button. The script of the menu is loaded on demand. */
export function Menu(props: MenuProps) {
  const { label, trigger, header, groups, align = "end", defaultOpen } = props;
  const { open, turn, anchor, button, layerId, byKeyboard } = useTrigger({
    trigger,
    popup: "menu",
    defaultOpen,
    onApproach: preloadMenu,
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
          byKeyboard={byKeyboard}
          open={open}
          onOpenChange={turn}
          label={label}
          header={header}
          groups={groups}
          align={align}
        />
      )}
    </>
  );
}
