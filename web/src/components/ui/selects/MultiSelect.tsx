import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../buttons/Button";
import { Field, type Notes, noteAttributes } from "../inputs/Field";
import { Icon } from "../marks/Icon";
import { OptionList } from "./OptionList";
import { type Option, searchAbove } from "./options";

type MultiSelectProps<Value extends string> = Notes & {
  label: string;
  options: ReadonlyArray<Option<Value>>;
  values: ReadonlyArray<Value>;
  onChange: (values: Value[]) => void;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
};

/** A selector of several options. Its list opens in the flow, so that it never covers what follows. */
export function MultiSelect<Value extends string>(props: MultiSelectProps<Value>) {
  const { label, options, values, onChange, required, disabled, hint, error } = props;
  const { placeholder = "Choose one or more" } = props;
  const id = useId();
  const box = useRef<HTMLDivElement | null>(null);
  const trigger = useRef<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState(false);
  const chosen = options.filter((option) => values.includes(option.value));

  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  const toggle = (value: Value) => {
    const kept = options.filter((option) => {
      return option.value === value ? !values.includes(value) : values.includes(option.value);
    });
    onChange(kept.map((option) => option.value));
  };

  useEffect(() => {
    if (!open) return;
    // On click, not on press: the list closes in the flow and would move a pressed button from under the pointer.
    const onClick = (event: MouseEvent) => {
      const inside = event.composedPath().includes(box.current as EventTarget);
      if (!inside) setOpen(false);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [open]);

  return (
    <Field
      id={id}
      labelId={`${id}-label`}
      label={label}
      required={required}
      hint={hint}
      error={error}
    >
      <div ref={box}>
        <div
          className={`flex min-h-(--field-h) items-center rounded-md border bg-surface outline-offset-[-1px] has-[>button:disabled]:border-line has-[>button:disabled]:bg-surface-2 has-[>button:focus-visible]:outline-2 has-[>button:focus-visible]:outline-focus ${error ? "border-neg-mark" : "border-control-line"} ${open ? "outline-2 outline-focus" : ""}`}
        >
          {chosen.length > 0 && (
            <ul className="flex flex-wrap gap-1 min-w-0 py-1 ps-[5px]">
              {chosen.map((option) => (
                <li
                  key={option.value}
                  className="inline-flex h-[22px] items-center gap-0.5 rounded-sm bg-surface-3 max-w-full pe-0.5 ps-2 text-sm pointer-coarse:h-9"
                >
                  {option.content.icon}
                  <bdi className="truncate">{option.content.label}</bdi>
                  {!disabled && (
                    <button
                      type="button"
                      aria-label={`Remove ${option.content.label}`}
                      onClick={() => {
                        toggle(option.value);
                        trigger.current?.focus();
                      }}
                      className="relative -my-px grid size-6 flex-none place-items-center rounded-xs text-text-2 hover:text-text pointer-coarse:size-8 pointer-coarse:before:absolute pointer-coarse:before:-inset-1.5"
                    >
                      <Icon name="close" size={11} />
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )}
          <button
            ref={trigger}
            id={id}
            type="button"
            role="combobox"
            aria-labelledby={`${id}-label`}
            aria-haspopup="listbox"
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-required={required}
            {...noteAttributes(id, { hint, error })}
            disabled={disabled}
            onClick={() => setOpen(!open)}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
              event.preventDefault();
              setOpen(true);
            }}
            className="flex min-h-[calc(var(--field-h)-2px)] min-w-11 flex-1 items-center gap-2 self-stretch rounded-md px-2.5 text-start outline-none disabled:cursor-not-allowed pointer-coarse:min-h-11"
          >
            <span
              className={`min-w-0 flex-1 truncate text-text-3 ${chosen.length > 0 ? "sr-only" : ""}`}
            >
              {chosen.length > 0 ? `${chosen.length} selected` : placeholder}
            </span>
            <span className="ms-auto text-text-3">
              <Icon name="chevron" size={14} />
            </span>
          </button>
        </div>
        {open && (
          <div className="mt-1.5 animate-pop rounded-md border border-line-strong bg-raised p-1">
            <OptionList
              label={label}
              listId={`${id}-list`}
              options={options}
              selected={values}
              multiple
              onPick={toggle}
              onClose={close}
            />
            {options.length > searchAbove && chosen.length > 0 && (
              <div className="mt-1 flex items-center border-line border-t ps-2.5 pt-1">
                <span className="num flex-1 text-text-2 text-xs">{chosen.length} chosen</span>
                <Button look="ghost" size="small" onClick={() => onChange([])}>
                  Clear
                </Button>
              </div>
            )}
          </div>
        )}
      </div>
    </Field>
  );
}
