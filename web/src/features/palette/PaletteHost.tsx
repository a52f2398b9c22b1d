import { useEffect } from "react";
import { isPaletteOpen, setPaletteOpen, typeAhead, usePaletteOpen } from "@/app-state/paletteState";
import { useWhileOpen } from "@/lib/loading/useOnDemand";

const load = async () => (await import(/* webpackPrefetch: true */ "./Palette")).Palette;

const close = () => setPaletteOpen(false);

/** Its script is run by the first half of its keys already. */
function prepare(event: KeyboardEvent): void {
  // A failure to fetch it ahead is silent: it is fetched again, and reported, when it is opened.
  if (event.key === "Control" || event.key === "Meta") load().catch(() => {});
}

function writes(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Another dialog keeps the keyboard to itself. */
function otherDialog(): boolean {
  return (
    document.querySelector("dialog[open],[role=dialog][data-state=open],[role=alertdialog]") !==
    null
  );
}

function insideOfDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("dialog,[role=dialog]") !== null;
}

/** Keeps keys that are pressed before the palette has the focus. */
function early(event: KeyboardEvent): void {
  if (!isPaletteOpen() || event.defaultPrevented || insideOfDialog(event.target)) return;
  if (event.key === "Escape") setPaletteOpen(false);
  else if (!typeAhead(event)) return;
  event.preventDefault();
}

/** Opens the palette by Ctrl-K, by Command-K and by a slash, and fetches it when it is first opened. */
export function PaletteHost() {
  const Palette = useWhileOpen(usePaletteOpen(), close, load, "The search");
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
      if (chord && isPaletteOpen()) setPaletteOpen(false);
      else if (otherDialog()) return;
      else setPaletteOpen(true);
      event.preventDefault();
    };
    const listeners = [prepare, early, listen];
    for (const listener of listeners) window.addEventListener("keydown", listener);
    return () => {
      for (const listener of listeners) window.removeEventListener("keydown", listener);
    };
  }, []);
  return Palette && <Palette />;
}
