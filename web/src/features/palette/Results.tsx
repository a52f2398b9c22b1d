import { memo, type Ref, useEffect, useImperativeHandle, useMemo } from "react";
import type { SearchLoad } from "@/api/search";
import { Icon } from "@/components/ui/marks/Icon";
import { classColour } from "@/lib/classColour";
import { type Entry, type EntryGroup, matchEntries, pieces } from "./matching";
import { recentIds } from "./recent";
import { useActions } from "./useActions";
import { usePageGroups } from "./useEntries";

function Mark({ icon }: { icon: Entry["icon"] }) {
  if (typeof icon === "string") return <Icon name={icon} />;
  return (
    <span
      aria-hidden="true"
      className="mx-1 block size-2 rounded-xs"
      style={{ background: `var(${classColour(icon.swatch)})` }}
    />
  );
}

function Label({ text, query }: { text: string; query: string }) {
  return pieces(text, query).map(({ text: part, found, at }) =>
    found ? (
      <mark key={at} className="bg-transparent font-semibold text-accent">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

type OptionProps = {
  id: string;
  entry: Entry;
  query: string;
  active: boolean;
  onActive: (id: string, query: string) => void;
  onChoose: (entry: Entry) => void;
};

const Option = memo(function Option(props: OptionProps) {
  const { id, entry, query, active, onActive, onChoose } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is handled by the search box.
    // biome-ignore lint/a11y/useFocusableInteractive: the search box keeps the focus and points to the option.
    <div
      id={id}
      role="option"
      aria-selected={active}
      onPointerMove={() => !active && onActive(id, query)}
      onClick={() => onChoose(entry)}
      className="flex min-h-8 cursor-pointer scroll-mt-8 scroll-mb-2 items-center gap-2.5 rounded-sm px-2.5 text-text-2 aria-selected:bg-surface-3 aria-selected:text-text pointer-coarse:min-h-11"
    >
      <span className="text-text-3">
        <Mark icon={entry.icon} />
      </span>
      <span className="min-w-0 truncate">
        <Label text={entry.label} query={query} />
      </span>
      {entry.subtitle && <span className="truncate text-sm text-text-3">{entry.subtitle}</span>}
    </div>
  );
});

function Status({ load }: { load: SearchLoad }) {
  if (load.status === "failed") {
    return (
      <div
        role="alert"
        className="flex items-center gap-3 border-line border-b bg-neg-soft px-4 py-1.5 text-neg text-sm"
      >
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{load.message}</span>
        <button
          type="button"
          onClick={load.retry}
          className="min-h-6 flex-none rounded-sm font-medium underline pointer-coarse:min-h-11"
        >
          Try again
        </button>
      </div>
    );
  }
  if (load.status === "complete") return null;
  return (
    <p role="status" className="border-line border-b px-4 py-1.5 text-sm text-text-3">
      Loading the pages of your account
    </p>
  );
}

/** The recent choices that are still available. */
function recentGroup(groups: readonly EntryGroup[]): EntryGroup | null {
  const known = new Map(groups.flatMap(({ entries }) => entries.map((each) => [each.id, each])));
  const entries = recentIds().flatMap((id) => known.get(id) ?? []);
  return entries.length > 0 ? { key: "recent", label: "Recent", entries } : null;
}

/** An entry may stand in two groups, so its id in the document names both. */
function optionId(listId: string, group: EntryGroup, entry: Entry): string {
  return `${listId} ${group.key} ${entry.id}`.replace(/\s/g, "_");
}

type Choice = { id: string; entry: Entry };

/** The interface between the search box and the list below it. */
export type ResultsHandle = {
  /** The choices for a query, also before the list shows them. */
  find: (query: string) => Choice[];
};

type ResultsProps = {
  ref: Ref<ResultsHandle>;
  listId: string;
  label: string;
  query: string;
  /** The option that the keys or the pointer have come to; the first one where it is not in the list. */
  active: string | null;
  onActive: (id: string | null, query: string) => void;
  onChoose: (entry: Entry) => void;
};

/** The results of a query; drawn after the search box has shown what was typed. */
export const Results = memo(function Results(props: ResultsProps) {
  const { ref, listId, label, query, active, onActive, onChoose } = props;
  const { load, groups } = usePageGroups();
  const actions = useActions();
  const all = useMemo(() => [...groups, actions], [groups, actions]);
  const search = useMemo(
    () => (typed: string) => {
      const recent = typed.trim() === "" ? recentGroup(groups) : null;
      return matchEntries(recent ? [recent, ...all] : all, typed);
    },
    [all, groups],
  );
  const shown = useMemo(() => search(query), [search, query]);
  useImperativeHandle(ref, () => ({
    find: (typed) =>
      search(typed).flatMap((group) =>
        group.entries.map((entry) => ({ id: optionId(listId, group, entry), entry })),
      ),
  }));
  const count = shown.reduce((sum, { entries }) => sum + entries.length, 0);
  const ids = shown.flatMap((group) => group.entries.map((each) => optionId(listId, group, each)));
  const current = active !== null && ids.includes(active) ? active : ids[0];
  useEffect(() => {
    // An empty result is reported as well: the search box points to nothing then.
    if (current === undefined) onActive(null, query);
    else if (current !== active) onActive(current, query);
  }, [current, active, query, onActive]);
  return (
    <>
      <Status load={load} />
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        className="min-h-0 overflow-y-auto overscroll-contain p-1.5"
      >
        {shown.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no group of fields.
          <div key={group.key} role="group" aria-label={group.label} className="pb-1">
            <div
              aria-hidden="true"
              className="cond px-2.5 font-medium text-text-3 text-xs leading-6"
            >
              {group.label}
            </div>
            {group.entries.map((entry) => {
              const id = optionId(listId, group, entry);
              return (
                <Option
                  key={id}
                  id={id}
                  entry={entry}
                  query={query}
                  active={id === current}
                  onActive={onActive}
                  onChoose={onChoose}
                />
              );
            })}
          </div>
        ))}
      </div>
      {count === 0 && (
        <p className="px-4 pb-6 text-center text-text-2">
          No pages or actions match “{query.trim()}”.
        </p>
      )}
      <p role="status" className="sr-only">
        {query.trim() === "" ? "" : count === 1 ? "1 entry" : `${count} entries`}
      </p>
    </>
  );
});
