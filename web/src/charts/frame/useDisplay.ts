import { type RefObject, useState } from "react";
import type { MenuEntry } from "@/components/ui/overlays/menuEntry";
import { type ControlledState, useFullScreen } from "./useFullScreen";

/** How a chart is shown, as a table or over the whole screen, and the entries of its menu that change it. */
export function useDisplay(
  frame: RefObject<HTMLElement | null>,
  kept: { full?: ControlledState | undefined; table?: ControlledState | undefined },
) {
  const [own, setOwn] = useState(false);
  const asTable = kept.table?.value ?? own;
  const setAsTable = kept.table?.onChange ?? setOwn;
  const { full, enter, leave } = useFullScreen(frame, kept.full);
  const onFull = full ? leave : enter;
  const entries: MenuEntry[] = [
    {
      label: "Show as table",
      icon: "table",
      checked: asTable,
      onSelect: () => setAsTable(!asTable),
    },
    { label: full ? "Exit full screen" : "Full screen", icon: "fullscreen", onSelect: onFull },
  ];
  return { asTable, full, onFull, entries };
}
