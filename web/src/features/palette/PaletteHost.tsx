import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { setPaletteOpen, usePaletteOpen } from "@/lib/paletteState";

const load = async () => (await import("./Palette")).Palette;
const Palette = dynamic(load, { ssr: false });

function writes(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Another dialog keeps the keyboard to itself. */
function otherDialog(): boolean {
  return document.querySelector("[role=dialog][data-state=open],[role=alertdialog]") !== null;
}

/** Opens the palette by Ctrl-K, by Command-K and by a slash, and fetches it when it is first asked for. */
export function PaletteHost() {
  const open = usePaletteOpen();
  const [asked, setAsked] = useState(false);
  if (open && !asked) setAsked(true);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const chord = command && event.key.toLowerCase() === "k";
      const slash =
        event.key === "/" &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        !writes(event.target);
      if (event.defaultPrevented || (!chord && !slash)) return;
      if (chord && open) setPaletteOpen(false);
      else if (otherDialog()) return;
      else setPaletteOpen(true);
      event.preventDefault();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [open]);
  return asked && <Palette />;
}
