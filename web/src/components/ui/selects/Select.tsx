import { useCallback, useId, useRef, useState } from "react";
import { preloadPart, useWhileOpen } from "@/lib/loading/useOnDemand";
import { Field, inputLook, type Notes, noteAttributes } from "../inputs/Field";
import { Icon } from "../marks/Icon";
import type { Option } from "./options";

const loadLayer = async () => (await import("./SelectLayer")).SelectLayer;

function preload(): void {
  preloadPart(loadLayer);
}

type SelectProps<Value extends string> = Notes & {
  label: string;
  options: ReadonlyArray<Option<Value>>;
  /** Empty means that nothing is chosen; it is never offered. */
  value: Value | "";
  onChange: (value: Value) => void;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  /** In a line of controls the label stands inside, before the value. */
  look?: "field" | "toolbar";
};

const looks = {
  field: `flex h-(--field-h) items-center gap-2 outline-offset-[-1px] aria-expanded:outline-2 aria-expanded:outline-focus ${inputLook}`,
  toolbar:
    "inline-flex h-(--control-h-sm) max-w-full items-center gap-[5px] rounded-sm border border-line-strong bg-surface px-2 text-sm transition-colors duration-(--duration-instant) enabled:hover:border-control-line enabled:hover:bg-surface-2 disabled:cursor-not-allowed disabled:text-text-3 aria-expanded:border-accent aria-expanded:text-accent pointer-coarse:h-11",
} as const;

type FaceProps = { chosen: Option | undefined; label?: string; placeholder: string };

/** The text of the closed selector. */
function Face({ chosen, label, placeholder }: FaceProps) {
  return (
    <>
      {label && <span className="flex-none text-text-3">{label}</span>}
      {chosen?.content.icon}
      <span className={`flex min-w-0 flex-1 ${chosen ? "" : "text-text-3"}`}>
        <bdi className="truncate">{chosen?.content.label ?? placeholder}</bdi>
      </span>
      <span className="flex-none text-text-3">
        <Icon name="chevron" size={label ? 12 : 14} />
      </span>
    </>
  );
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value, onChange, required, disabled, look = "field" } = props;
  const { hint, error, placeholder = "Choose one" } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const inField = look === "field";
  const close = useCallback(() => setOpen(false), []);
  const Layer = useWhileOpen(open, close, loadLayer, label);
  const control = (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        {...(inField ? { "aria-labelledby": `${id}-label` } : { "aria-label": label })}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-required={required}
        {...noteAttributes(id, { hint, error })}
        disabled={disabled}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        }}
        className={looks[look]}
      >
        <Face chosen={chosen} label={inField ? undefined : label} placeholder={placeholder} />
      </button>
      {Layer && (
        <Layer
          anchor={button}
          open={open}
          onOpenChange={setOpen}
          label={label}
          listId={`${id}-list`}
          options={options}
          selected={chosen ? [chosen.value] : []}
          onPick={(next) => {
            // It is one of the options of this selector.
            onChange(next as Value);
            setOpen(false);
          }}
          className={
            inField
              ? "w-(--radix-popover-trigger-width)"
              : "min-w-[max(180px,var(--radix-popover-trigger-width))]"
          }
        />
      )}
    </>
  );
  if (!inField) return control;
  return (
    <Field
      id={id}
      labelId={`${id}-label`}
      label={label}
      required={required}
      hint={hint}
      error={error}
    >
      {control}
    </Field>
  );
}
