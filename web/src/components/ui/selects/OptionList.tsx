import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../buttons/Button";
import { Icon } from "../marks/Icon";
import { OptionRow } from "./OptionRow";
import { keyAction } from "./optionKeys";
import { matchOptions, type Option, searchAbove } from "./options";

type OptionListProps<Value extends string> = {
  label: string;
  listId: string;
  options: ReadonlyArray<Option<Value>>;
  selected: ReadonlyArray<Value>;
  multiple?: boolean;
  onPick: (value: Value) => void;
  onClose: () => void;
};

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <div className="px-2.5 py-4 text-center">
      <div role="status">
        <p className="font-medium">No matching options</p>
        <p className="text-sm text-text-2">Try a different search or view all options</p>
      </div>
      <Button size="small" className="mt-2.5" onClick={onShowAll}>
        View all options
      </Button>
    </div>
  );
}

/** The options of a selector, with a search box when there are many; the keyboard moves a highlight, not the focus. */
export function OptionList<Value extends string>(props: OptionListProps<Value>) {
  const { label, listId, options, selected, multiple = false, onPick, onClose } = props;
  const prefix = useId();
  const focused = useRef<HTMLElement | null>(null);
  const list = useRef<HTMLDivElement | null>(null);
  const [search, setSearch] = useState("");
  const [active, setActive] = useState(() => {
    return Math.max(
      0,
      options.findIndex((option) => selected.includes(option.value)),
    );
  });
  const searchable = options.length > searchAbove;
  const shown = matchOptions(options, search);
  const activeId = shown.length > 0 ? `${prefix}${active}` : undefined;

  useEffect(() => focused.current?.focus(), []);
  useEffect(() => {
    const option = list.current?.children[active];
    option?.scrollIntoView?.({ block: "nearest" });
  }, [active]);

  const searchFor = (text: string) => {
    setSearch(text);
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const labels = shown.map((option) => option.content.label);
    // Letters with one of these are commands of the browser.
    const command = event.ctrlKey || event.metaKey || event.altKey;
    const action =
      command && event.key.length === 1
        ? null
        : keyAction(event.key, { labels, active, searchable });
    const picked = shown[active];
    if (action?.kind === "move") setActive(action.to);
    if (action?.kind === "pick" && picked) onPick(picked.value);
    if (action?.kind === "close") onClose();
    // Enter in the search box would send the form around it.
    if ((action && event.key !== "Tab") || event.key === "Enter") event.preventDefault();
  };

  return (
    <div>
      {searchable && (
        <div className="mb-1 flex h-8 items-center gap-2 border-line border-b px-2 text-text-3 pointer-coarse:h-11">
          <Icon name="search" size={14} />
          <input
            ref={(element) => {
              focused.current = element;
            }}
            role="combobox"
            aria-label={`Search: ${label}`}
            aria-expanded="true"
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            autoComplete="off"
            value={search}
            onChange={(event) => searchFor(event.target.value)}
            onKeyDown={onKeyDown}
            className="h-full min-w-0 flex-1 bg-transparent text-text outline-none pointer-coarse:text-lg"
          />
          <span aria-live="polite" dir="ltr" className="num text-text-2 text-xs">
            {shown.length} of {options.length}
          </span>
        </div>
      )}
      {shown.length === 0 && (
        <NoMatch
          onShowAll={() => {
            searchFor("");
            focused.current?.focus();
          }}
        />
      )}
      <div
        ref={(element) => {
          list.current = element;
          if (!searchable) focused.current = element;
        }}
        id={listId}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        aria-activedescendant={searchable ? undefined : activeId}
        tabIndex={searchable ? -1 : 0}
        hidden={shown.length === 0}
        onKeyDown={searchable ? undefined : onKeyDown}
        className="max-h-[264px] overflow-y-auto overscroll-contain outline-none"
      >
        {shown.map((option, index) => (
          <OptionRow
            key={option.value}
            id={`${prefix}${index}`}
            option={option}
            search={search}
            selected={selected.includes(option.value)}
            active={index === active}
            multiple={multiple}
            onActive={() => setActive(index)}
            onPick={() => onPick(option.value)}
          />
        ))}
      </div>
    </div>
  );
}
