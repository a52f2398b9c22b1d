import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from "cmdk";
import { Dialog } from "radix-ui";
import { useState } from "react";
import type { SearchLoad } from "@/api/search";
import { Icon } from "@/components/ui/Icon";
import { Keys } from "@/components/ui/Keys";
import { useReturnFocus } from "@/components/ui/useReturnFocus";
import { setPaletteOpen, usePaletteOpen } from "@/lib/paletteState";
import { type Entry, type EntryGroup, matching, pieces } from "./matching";
import { recentIds, remember } from "./recent";
import { useActions } from "./useActions";
import { usePageGroups } from "./useEntries";

const prompt = "Search assets, issuers, networks or paste an address";

function Mark({ icon }: { icon: Entry["icon"] }) {
  if (typeof icon === "string") return <Icon name={icon} />;
  return (
    <span
      aria-hidden="true"
      className="mx-1 size-2 flex-none rounded-xs"
      style={{ background: `var(${icon.swatch})` }}
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

type OptionProps = { entry: Entry; group: string; query: string };

function Option({ entry, group, query }: OptionProps) {
  const choose = () => {
    if (!entry.id.startsWith("action:")) remember(entry.id);
    setPaletteOpen(false);
    entry.run();
  };
  return (
    <CommandItem
      value={`${group} ${entry.id}`}
      onSelect={choose}
      className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-text-2 aria-selected:bg-surface-3 aria-selected:text-text pointer-coarse:min-h-11"
    >
      <span className="text-text-3">
        <Mark icon={entry.icon} />
      </span>
      <span className="min-w-0 truncate">
        <Label text={entry.label} query={query} />
      </span>
      {entry.subtitle && <span className="truncate text-sm text-text-3">{entry.subtitle}</span>}
    </CommandItem>
  );
}

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
      Loading what this account may see
    </p>
  );
}

/** What was chosen last, as far as it is still on offer. */
function recentGroup(groups: readonly EntryGroup[]): EntryGroup | null {
  const known = new Map(groups.flatMap(({ entries }) => entries.map((each) => [each.id, each])));
  const entries = recentIds().flatMap((id) => known.get(id) ?? []);
  return entries.length > 0 ? { key: "recent", label: "Recent", entries } : null;
}

function Choices() {
  const [query, setQuery] = useState("");
  const { load, groups } = usePageGroups();
  const actions = useActions();
  const recent = query.trim() === "" ? recentGroup(groups) : null;
  const shown = matching([...(recent ? [recent] : []), ...groups, actions], query);
  const count = shown.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <CommandRoot shouldFilter={false} loop label={prompt} className="flex min-h-0 flex-col">
      <div className="flex h-12 flex-none items-center gap-2.5 border-line border-b px-4">
        <span className="text-text-3">
          <Icon name="search" />
        </span>
        <CommandInput
          value={query}
          onValueChange={setQuery}
          placeholder={prompt}
          maxLength={200}
          className="h-full min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-text-3 pointer-coarse:text-[16px]"
        />
        <Keys>Esc</Keys>
      </div>
      <Status load={load} />
      <CommandList
        label="What was found"
        className="min-h-0 scroll-py-2 overflow-y-auto overscroll-contain p-1.5"
      >
        {shown.map(({ key, label, entries }) => (
          <CommandGroup
            key={key}
            heading={label}
            className="[&>[cmdk-group-heading]]:cond pb-1 [&>[cmdk-group-heading]]:px-2.5 [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-text-3 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:leading-6"
          >
            {entries.map((entry) => (
              <Option key={entry.id} entry={entry} group={key} query={query} />
            ))}
          </CommandGroup>
        ))}
      </CommandList>
      {count === 0 && (
        <p className="px-4 pb-6 text-center text-text-2">
          Nothing matches “{query.trim()}”. Searched were the pages and what can be done here.
        </p>
      )}
      <p role="status" className="sr-only">
        {query.trim() === "" ? "" : count === 1 ? "1 entry" : `${count} entries`}
      </p>
    </CommandRoot>
  );
}

/** Goes anywhere and does anything by typing. */
export function Palette() {
  const open = usePaletteOpen();
  const focus = useReturnFocus();
  return (
    <Dialog.Root open={open} onOpenChange={setPaletteOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-dialog) animate-scrim bg-scrim" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-x-2 top-2 z-(--z-dialog) mx-auto flex max-h-[min(560px,calc(100dvh-16px))] max-w-[640px] animate-dialog flex-col overflow-hidden rounded-lg bg-raised shadow-dialog outline-none md:top-[12vh] md:max-h-[min(560px,76vh)]"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Choices />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
