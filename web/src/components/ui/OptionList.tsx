import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Icon } from "./Icon";
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

function Highlighted({ text, search }: { text: string; search: string }) {
  const wanted = search.trim();
  const start = wanted === "" ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase());
  if (start < 0) return text;
  const end = start + wanted.length;
  return (
    <span>
      {text.slice(0, start)}
      <mark className="rounded-xs bg-accent-soft text-accent">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </span>
  );
}

function Tick({ on }: { on: boolean }) {
  const look = on ? "border-ink bg-ink text-on-ink" : "border-control-line bg-surface";
  return (
    <span
      aria-hidden="true"
      className={`grid size-3.5 flex-none place-items-center rounded-[3px] border ${look}`}
    >
      {on && <Icon name="check" size={11} />}
    </span>
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

  const onKeyDown = (event: KeyboardEvent) => {
    const labels = shown.map((option) => option.content.label);
    const action = keyAction(event.key, { labels, active, searchable });
    const picked = shown[active];
    if (action?.kind === "move") setActive(action.to);
    if (action?.kind === "pick" && picked) onPick(picked.value);
    if (action?.kind === "close") onClose();
    if (action && event.key !== "Tab") event.preventDefault();
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
            onChange={(event) => {
              setSearch(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
            className="h-full min-w-0 flex-1 bg-transparent text-text outline-none pointer-coarse:text-lg"
          />
          <span aria-live="polite" className="num text-xs">
            {shown.length} of {options.length}
          </span>
        </div>
      )}
      {shown.length === 0 && (
        <div role="status" className="px-2.5 py-4 text-center">
          <p className="font-medium">No matching options</p>
          <p className="text-sm text-text-2">Try a different search or view all options</p>
        </div>
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
        className="max-h-[264px] overflow-y-auto outline-none"
      >
        {shown.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is handled by the list.
          // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and points to the option.
          <div
            key={option.value}
            id={`${prefix}${index}`}
            role="option"
            aria-selected={selected.includes(option.value)}
            data-active={index === active || undefined}
            onMouseMove={() => setActive(index)}
            onClick={() => onPick(option.value)}
            className="flex min-h-[30px] cursor-pointer items-center gap-[9px] rounded-sm px-2.5 data-active:bg-surface-3 pointer-coarse:min-h-11"
          >
            {multiple && <Tick on={selected.includes(option.value)} />}
            {option.content.icon}
            <Highlighted text={option.content.label} search={search} />
            {!multiple && selected.includes(option.value) && (
              <span className="ml-auto">
                <Icon name="check" size={14} />
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
