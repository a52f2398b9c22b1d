import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { preloadPart, useWhileOpen } from "@/lib/loading/useOnDemand";
import { Button } from "../buttons/Button";
import { Skeleton } from "../feedback/Skeleton";
import { Field, inputLook, type Notes, noteAttributes } from "../inputs/Field";
import { OptionRow } from "./OptionRow";
import { keyAction } from "./optionKeys";
import type { Option } from "./options";
import { type OptionLoader, useOptions } from "./useOptions";

const loadLayer = async () => (await import("../overlays/PopoverLayer")).PopoverLayer;

type ComboboxProps<Value extends string> = Notes & {
  label: string;
  value: Option<Value> | null;
  onChange: (option: Option<Value> | null) => void;
  /** Answers the options for what was typed; must not change on every render. */
  load: OptionLoader<Value>;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
};

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-2 px-2.5 py-2">
      <span className="sr-only">Loading options</span>
      <Skeleton className="h-3 w-3/4 rounded-sm" />
      <Skeleton className="h-3 w-1/2 rounded-sm" />
      <Skeleton className="h-3 w-2/3 rounded-sm" />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="px-2.5 py-4 text-center">
      <p role="alert" className="text-neg text-sm">
        The options could not be loaded
      </p>
      <Button size="small" className="mt-2.5" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Chooses one of many that the server finds while one types. */
export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const { label, value, onChange, load, required, disabled, placeholder, hint, error } = props;
  const id = useId();
  const input = useRef<HTMLInputElement | null>(null);
  const list = useRef<HTMLDivElement | null>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const search = typed ?? "";
  const { options, status, retry } = useOptions(load, search, open);
  const shown = status === "failed" ? [] : options;

  useEffect(() => {
    const option = list.current?.children[active];
    option?.scrollIntoView?.({ block: "nearest" });
  }, [active]);

  const close = useCallback(() => {
    setOpen(false);
    setTyped(null);
  }, []);
  const Layer = useWhileOpen(open, close, loadLayer, label);
  const pick = (option: Option<Value>) => {
    onChange(option);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      setOpen(true);
      return;
    }
    const labels = shown.map((option) => option.content.label);
    const action = keyAction(event.key, { labels, active, searchable: true });
    const picked = shown[active];
    if (action?.kind === "move") setActive(action.to);
    if (action?.kind === "pick" && picked) pick(picked);
    if (action?.kind === "close") close();
    if ((action && event.key !== "Tab") || event.key === "Enter") event.preventDefault();
  };

  return (
    <Field id={id} label={label} required={required} hint={hint} error={error}>
      <input
        ref={input}
        id={id}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && shown.length > 0 ? `${id}-${active}` : undefined}
        aria-required={required}
        {...noteAttributes(id, { hint, error })}
        autoComplete="off"
        disabled={disabled}
        placeholder={placeholder}
        value={typed ?? value?.content.label ?? ""}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          setOpen(true);
          if (event.target.value === "") onChange(null);
        }}
        onFocus={() => preloadPart(loadLayer)}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        className={`h-(--field-h) ${inputLook}`}
      />
      {Layer && (
        <Layer
          anchor={input}
          open={open}
          onOpenChange={(next) => !next && close()}
          label={label}
          align="start"
          inline
          keepsFocus
          className="w-(--radix-popover-trigger-width) p-1.5"
        >
          {status === "failed" && <Failed onRetry={retry} />}
          {status === "loading" && shown.length === 0 && <Waiting />}
          {status === "ready" && shown.length === 0 && (
            <div role="status" className="px-2.5 py-4 text-center">
              <p className="font-medium">No matching options</p>
              <p className="text-sm text-text-2">Try a different search</p>
            </div>
          )}
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={label}
            aria-busy={status === "loading"}
            hidden={shown.length === 0}
            tabIndex={-1}
            className="max-h-[264px] overflow-y-auto overscroll-contain outline-none"
          >
            {shown.map((option, index) => (
              <OptionRow
                key={option.value}
                id={`${id}-${index}`}
                option={option}
                search={search}
                selected={option.value === value?.value}
                active={index === active}
                onActive={() => setActive(index)}
                onPick={() => pick(option)}
              />
            ))}
          </div>
        </Layer>
      )}
    </Field>
  );
}
