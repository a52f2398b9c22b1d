import { useCallback, useEffect, useId, useRef, useState } from "react";
import { Icon } from "@/components/ui/marks/Icon";
import { Popover } from "@/components/ui/overlays/Popover";
import type { Filter } from "@/lib/address/viewState";
import { usePressed } from "@/lib/browser/usePressed";
import { preloadPart, useWhileOpen } from "@/lib/loading/useOnDemand";
import { type FilterField, filterLabels, withFilter } from "./filterFields";
import { SearchBox } from "./SearchBox";

const loadEditor = async () => (await import("./FilterEditor")).FilterEditor;
const loadNewFilter = async () => (await import("./NewFilter")).NewFilter;

function preloadEditor(): void {
  preloadPart(loadEditor);
}

function preloadNewFilter(): void {
  preloadPart(loadNewFilter);
}

type FilterBarProps = {
  fields: ReadonlyArray<FilterField>;
  filters: ReadonlyArray<Filter>;
  onChange: (filters: ReadonlyArray<Filter>) => void;
  /** A text field by id that stands as a box of its own at the start. */
  searchField?: string;
  /** "36 assets", where nothing else on the page announces how many are left. */
  result?: string;
};

const chipClass =
  "inline-flex h-(--control-h-sm) max-w-full items-center rounded-sm border text-sm pointer-coarse:h-11";

/** The active filters as chips that can be changed and removed, and a button that adds one. */
export function FilterBar(props: FilterBarProps) {
  const { fields, searchField, result } = props;
  const [filters, change] = usePressed(props.filters, props.onChange);
  const id = useId();
  const [open, setOpen] = useState(false);
  const { bar, remember } = useFocusAfterRemoval(filters.length);
  const search = fields.find((field) => field.id === searchField);
  const sought = filters.findIndex((filter) => search !== undefined && filter.field === search.id);
  const chips = filters.flatMap((filter, index) => (index === sought ? [] : [{ filter, index }]));
  const without = (index: number) => filters.filter((_, place) => place !== index);
  return (
    <fieldset
      ref={bar}
      aria-label="Filters"
      className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5"
    >
      {search && (
        <SearchBox
          label={search.kind === "text" ? (search.placeholder ?? search.label) : search.label}
          value={filters[sought]?.values[0] ?? ""}
          onChange={(text) => {
            const filter: Filter = { field: search.id, operator: "contains", values: [text] };
            const at = sought < 0 ? null : sought;
            change(text === "" ? without(sought) : withFilter(filters, filter, at));
          }}
        />
      )}
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={`${chipClass} gap-1.5 border-line-strong px-2 md:hidden`}
      >
        <Icon name="filter" size={14} />
        Filters
        {chips.length > 0 && <b className="num font-semibold">{chips.length}</b>}
      </button>
      <div
        id={id}
        className={`flex min-w-0 flex-wrap items-center gap-1.5 max-md:w-full max-md:basis-full max-md:order-last ${open ? "" : "max-md:hidden"}`}
      >
        {chips.length > 0 && (
          <ul aria-label="Active filters" className="contents">
            {chips.map(({ filter, index }, place) => (
              <FilterChip
                key={`${filter.field} ${filter.operator}`}
                field={fields.find((field) => field.id === filter.field)}
                filter={filter}
                onChange={(next) => change(withFilter(filters, next, index))}
                onRemove={() => {
                  remember(place);
                  change(without(index));
                }}
              />
            ))}
          </ul>
        )}
        <AddFilter
          fields={fields.filter((field) => field !== search)}
          filters={filters}
          onAdd={(filter) => change(withFilter(filters, filter, null))}
        />
        {chips.length > 0 && (
          <button
            type="button"
            onClick={() => {
              remember(0);
              change([]);
            }}
            className="target ms-1 rounded-xs text-accent text-sm hover:underline"
          >
            Clear all
          </button>
        )}
      </div>
      {result !== undefined && (
        <p role="status" className="num ms-auto text-sm text-text-2">
          {result}
        </p>
      )}
    </fieldset>
  );
}

/** A removed chip takes the focus with it: the next one gets it, or the button that adds. */
function useFocusAfterRemoval(count: number) {
  const bar = useRef<HTMLFieldSetElement | null>(null);
  const removed = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it acts when the number of filters changed.
  useEffect(() => {
    if (removed.current === null) return;
    const buttons = bar.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [];
    const next = buttons[Math.min(removed.current, buttons.length - 1)];
    removed.current = null;
    (next ?? bar.current?.querySelector<HTMLElement>("[data-add]"))?.focus();
  }, [count]);
  const remember = (place: number) => {
    removed.current = place;
  };
  return { bar, remember };
}

type FilterChipProps = {
  field: FilterField | undefined;
  filter: Filter;
  onChange: (filter: Filter) => void;
  onRemove: () => void;
};

function FilterChip({ field, filter, onChange, onRemove }: FilterChipProps) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const Editor = useWhileOpen(open, close, loadEditor, "The filter");
  const { subject, value } = filterLabels(field, filter);
  const words = (
    <>
      <span className="flex-none text-text-3">{subject}</span>{" "}
      <span className="truncate">{value}</span>
    </>
  );
  return (
    <li className={`${chipClass} border-line-strong bg-surface pe-px`}>
      {field ? (
        <Popover
          label={`Change filter ${subject}`}
          open={open && Editor !== null}
          onOpenChange={setOpen}
          onApproach={preloadEditor}
          className="w-[284px]"
          trigger={
            <button
              type="button"
              className="flex h-full min-w-0 items-center gap-1.5 rounded-sm ps-[9px] pe-1 hover:bg-surface-2 aria-expanded:bg-surface-3"
            >
              {words}
            </button>
          }
        >
          {Editor && (
            <Editor
              field={field}
              filter={filter}
              onClose={close}
              onApply={(next) => {
                setOpen(false);
                onChange(next);
              }}
            />
          )}
        </Popover>
      ) : (
        <span className="flex min-w-0 items-center gap-1.5 ps-[9px] pe-1">{words}</span>
      )}
      <button
        type="button"
        data-remove=""
        aria-label={`Remove filter ${subject} ${value}`}
        onClick={onRemove}
        className="target grid size-6 flex-none place-items-center rounded-sm text-text-3 hover:bg-surface-3 hover:text-text"
      >
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}

type AddFilterProps = {
  fields: ReadonlyArray<FilterField>;
  filters: ReadonlyArray<Filter>;
  onAdd: (filter: Filter) => void;
};

function AddFilter({ fields, filters, onAdd }: AddFilterProps) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const NewFilter = useWhileOpen(open, close, loadNewFilter, "The filters");
  return (
    <Popover
      label="Add filter"
      open={open && NewFilter !== null}
      onOpenChange={setOpen}
      onApproach={preloadNewFilter}
      className="w-[284px]"
      trigger={
        <button
          type="button"
          data-add=""
          className={`${chipClass} gap-1.5 border-line-strong border-dashed px-[9px] text-text-2 hover:border-control-line hover:text-text`}
        >
          <Icon name="filter" size={14} />
          Add filter
        </button>
      }
    >
      {NewFilter && (
        <NewFilter
          fields={fields}
          filters={filters}
          onClose={close}
          onAdd={(filter) => {
            setOpen(false);
            onAdd(filter);
          }}
        />
      )}
    </Popover>
  );
}
