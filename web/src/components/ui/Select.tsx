import { Popover } from "radix-ui";
import { useId, useState } from "react";
import { Field } from "./Field";
import { Icon } from "./Icon";
import { OptionList } from "./OptionList";
import type { Option } from "./options";

type SelectProps<Value extends string> = {
  label: string;
  options: ReadonlyArray<Option<Value>>;
  /** Empty means that nothing is chosen; it is never offered. */
  value: Value | "";
  onChange: (value: Value) => void;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
};

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value, onChange, required, disabled, placeholder = "Choose one" } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  return (
    <Field id={id} labelId={`${id}-label`} label={label} required={required}>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <button
            id={id}
            type="button"
            role="combobox"
            aria-labelledby={`${id}-label`}
            aria-haspopup="listbox"
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-required={required}
            disabled={disabled}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
              event.preventDefault();
              setOpen(true);
            }}
            className="flex h-9 w-full items-center gap-2 rounded-md border border-control-line bg-surface px-2.5 text-left outline-offset-[-1px] disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-2 disabled:text-text-3 aria-expanded:outline-2 aria-expanded:outline-focus pointer-coarse:h-11"
          >
            {chosen?.content.icon}
            <span className={`min-w-0 flex-1 truncate ${chosen ? "" : "text-text-3"}`}>
              {chosen?.content.label ?? placeholder}
            </span>
            <span className="text-text-3">
              <Icon name="chevron" size={14} />
            </span>
          </button>
        </Popover.Trigger>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-(--z-popover) w-(--radix-popover-trigger-width) animate-pop rounded-md bg-raised p-1.5 shadow-raised outline-none"
        >
          <OptionList
            label={label}
            listId={`${id}-list`}
            options={options}
            selected={chosen ? [chosen.value] : []}
            onPick={(next) => {
              onChange(next);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Popover.Content>
      </Popover.Root>
    </Field>
  );
}
