import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useId,
  useRef,
  useState,
} from "react";
import { longestFilterText } from "@/api/contract";
import { setPaletteOpen, takeTyped, usePaletteOpen } from "@/app-state/paletteState";
import { Icon } from "@/components/ui/marks/Icon";
import { Modal } from "@/components/ui/overlays/Modal";
import { Keys } from "@/components/ui/text/Keys";
import type { Entry } from "./matching";
import { Results, type ResultsHandle } from "./Results";
import { remember } from "./recent";

const prompt = "Search pages and actions";

function choose(entry: Entry): void {
  if (!entry.id.startsWith("action:")) remember(entry.id);
  setPaletteOpen(false);
  entry.run();
}

/** The place that a key leads to in a list of `count` entries; null for the keys of the text. */
function placeAfter(key: string, at: number, count: number, empty: boolean): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "Home" && empty) return 0;
  if (key === "End" && empty) return count - 1;
  return null;
}

/** The option that keys or pointer have come to, among the results of a query. */
type Place = { query: string; id: string | null };

function Choices({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const listId = useId();
  const results = useRef<ResultsHandle>(null);
  const [query, setQuery] = useState("");
  // The search box is painted before the list is drawn, and each letter before what it leads to.
  const begun = useDeferredValue(true, false);
  const shownQuery = useDeferredValue(query);
  const [place, setPlace] = useState<Place>({ query: "", id: null });
  const takeEarly = () => {
    const early = takeTyped();
    if (early !== "") setQuery((before) => before + early);
  };
  const go = useCallback((id: string | null, query: string) => setPlace({ query, id }), []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const choices = results.current?.find(query) ?? [];
    const at = Math.max(
      0,
      choices.findIndex(({ id }) => place.query === query && id === place.id),
    );
    const next = choices[placeAfter(event.key, at, choices.length, query === "") ?? -1];
    if (next) {
      go(next.id, query);
      document.getElementById(next.id)?.scrollIntoView({ block: "nearest" });
    }
    const picked = event.key === "Enter" ? choices[at] : undefined;
    if (picked) choose(picked.entry);
    if (next || event.key === "Enter") event.preventDefault();
  };
  return (
    <>
      <div className="flex h-12 flex-none items-center gap-2.5 border-line border-b px-4">
        <span className="text-text-3">
          <Icon name="search" />
        </span>
        <input
          ref={input}
          role="combobox"
          aria-label={prompt}
          aria-expanded={begun && place.id !== null}
          aria-controls={begun ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={place.id ?? undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          type="text"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
          onFocus={takeEarly}
          placeholder={prompt}
          maxLength={longestFilterText}
          className="h-full min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-text-3 pointer-coarse:text-[16px]"
        />
        <Keys>Esc</Keys>
      </div>
      {begun ? (
        <Results
          ref={results}
          listId={listId}
          label="Search results"
          query={shownQuery}
          active={place.query === shownQuery ? place.id : null}
          onActive={go}
          onChoose={choose}
        />
      ) : (
        <div className="h-[512px]" />
      )}
    </>
  );
}

const close = () => setPaletteOpen(false);

/** Goes anywhere and does anything by typing. */
export function Palette() {
  const requested = usePaletteOpen();
  // Opening gives way to the keys, which are taken meanwhile.
  const open = useDeferredValue(requested) && requested;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  if (!open) return null;
  return (
    <Modal labelledBy={id} onClose={close} initialFocus={input}>
      <div className="fixed inset-x-2 top-2 mx-auto flex max-h-[min(560px,calc(100dvh-16px))] max-w-[640px] animate-dialog flex-col overflow-hidden rounded-lg bg-raised shadow-dialog md:top-[12vh] md:max-h-[min(560px,76vh)]">
        <h2 id={id} className="sr-only">
          Search and commands
        </h2>
        <Choices input={input} />
      </div>
    </Modal>
  );
}
