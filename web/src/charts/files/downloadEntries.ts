import type { RefObject } from "react";
import type { MenuEntry } from "@/components/ui/overlays/menuEntry";
import type { Downloads, FileKind } from "./saveChart";

/** PNG, SVG and CSV as entries of the menu; what they save is read when one is chosen. */
export function downloadEntries(
  latest: RefObject<Downloads | null>,
  ready: boolean,
): readonly MenuEntry[] {
  const save = async (kind: FileKind) => {
    // Code that only downloads need is loaded on demand.
    const { saveChart } = await import("./saveChart");
    if (latest.current) await saveChart(latest.current, kind);
  };
  const disabled = !ready;
  return [
    { label: "Download PNG", icon: "image", disabled, onSelect: () => void save("png") },
    { label: "Download SVG", icon: "image", disabled, onSelect: () => void save("svg") },
    { label: "Download CSV", icon: "download", disabled, onSelect: () => void save("csv") },
  ];
}
