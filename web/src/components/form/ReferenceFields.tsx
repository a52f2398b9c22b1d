import { useState } from "react";
import type { Notes } from "@/components/ui/inputs/Field";
import { Icon } from "@/components/ui/marks/Icon";
import { Combobox } from "@/components/ui/selects/Combobox";
import type { OptionLoader } from "@/components/ui/selects/useOptions";
import type { Names } from "./fields";

type SharedProps = Notes & {
  label: string;
  required?: boolean;
  load: OptionLoader<string>;
  names: Names;
};

type ReferenceProps = SharedProps & { value: string; onChange: (value: string) => void };

/** One record of many, found by its name. */
export function ReferenceField({ value, names, onChange, ...shared }: ReferenceProps) {
  const [found, setFound] = useState<Names>({});
  const label = found[value] ?? names[value] ?? value;
  return (
    <Combobox
      {...shared}
      placeholder="Search by name"
      value={value === "" ? null : { value, content: { label } }}
      onChange={(option) => {
        if (option) setFound((known) => ({ ...known, [option.value]: option.content.label }));
        onChange(option?.value ?? "");
      }}
    />
  );
}

type ReferencesProps = SharedProps & {
  values: ReadonlyArray<string>;
  onChange: (values: ReadonlyArray<string>) => void;
};

/** Several records, each found by its name; the chosen ones stand below the search. */
export function ReferencesField({ values, names, onChange, label, ...shared }: ReferencesProps) {
  const [found, setFound] = useState<Names>({});
  const nameOf = (value: string) => found[value] ?? names[value] ?? value;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Combobox
        {...shared}
        label={label}
        placeholder="Search by name to add"
        value={null}
        onChange={(option) => {
          if (!option) return;
          setFound((known) => ({ ...known, [option.value]: option.content.label }));
          if (!values.includes(option.value)) onChange([...values, option.value]);
        }}
      />
      {values.length > 0 && (
        <ul aria-label={`${label}, chosen`} className="flex flex-wrap gap-1">
          {values.map((value) => (
            <li
              key={value}
              className="inline-flex h-[26px] max-w-full items-center gap-0.5 rounded-sm bg-surface-3 ps-2 pe-0.5 text-sm pointer-coarse:h-11"
            >
              <bdi className="truncate">{nameOf(value)}</bdi>
              <button
                type="button"
                aria-label={`Remove ${nameOf(value)}`}
                onClick={() => onChange(values.filter((other) => other !== value))}
                className="relative grid size-6 flex-none place-items-center rounded-xs text-text-2 hover:text-text pointer-coarse:size-11"
              >
                <Icon name="close" size={11} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
