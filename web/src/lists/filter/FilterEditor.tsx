import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { longestFilterText } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { inputLook } from "@/components/ui/inputs/Field";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { OptionList } from "@/components/ui/selects/OptionList";
import type { Option } from "@/components/ui/selects/options";
import type { Filter, FilterOperator } from "@/lib/address/viewState";
import { type FilterField, storedNumber, typedNumber } from "./filterFields";

type EditorProps<Field extends FilterField> = {
  field: Field;
  /** The active filter of the field. */
  filter: Filter | null;
  onApply: (filter: Filter) => void;
  onClose: () => void;
};

/** Edits one condition with the control of its field. */
export function FilterEditor({ field, ...rest }: EditorProps<FilterField>) {
  switch (field.kind) {
    case "text":
      return <TextEditor field={field} {...rest} />;
    case "several":
      return <SeveralEditor field={field} {...rest} />;
    case "number":
      return <NumberEditor field={field} {...rest} />;
    case "date":
      return <DateEditor field={field} {...rest} />;
    default:
      return <OneEditor field={field} {...rest} />;
  }
}

type FieldOf<Kind extends FilterField["kind"]> = Extract<FilterField, { kind: Kind }>;

function TextEditor({ field, filter, onApply }: EditorProps<FieldOf<"text">>) {
  const [operator, setOperator] = useState<FilterOperator>(filter?.operator ?? "contains");
  const [text, setText] = useState(filter?.values[0] ?? "");
  const segments = [
    { value: "contains", label: "Contains" },
    { value: "starts", label: "Starts with" },
    { value: "is", label: "Is" },
    { value: "not", label: "Is not" },
  ] as const;
  const term = text.trim();
  return (
    <EditorForm
      field={field}
      ready={term !== ""}
      onApply={() => onApply({ field: field.id, operator, values: [term] })}
    >
      <SegmentedControl
        label="Comparison"
        segments={segments}
        value={segments.find(({ value }) => value === operator)?.value ?? null}
        onChange={setOperator}
      />
      <input
        aria-label={field.label}
        placeholder={field.placeholder}
        autoComplete="off"
        maxLength={longestFilterText}
        data-autofocus=""
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`h-(--control-h) ${inputLook}`}
      />
    </EditorForm>
  );
}

function OneEditor(props: EditorProps<FieldOf<"one"> | FieldOf<"boolean">>) {
  const { field, filter, onApply, onClose } = props;
  const id = useId();
  const options: ReadonlyArray<Option> =
    field.kind === "one"
      ? field.options
      : [
          { value: "true", content: { label: field.yes ?? "Yes" } },
          { value: "false", content: { label: field.no ?? "No" } },
        ];
  return (
    <div className="p-1.5">
      <OptionList
        label={field.label}
        listId={id}
        options={options}
        selected={filter?.values ?? []}
        onPick={(value) => onApply({ field: field.id, operator: "is", values: [value] })}
        onClose={onClose}
      />
    </div>
  );
}

const inclusion = [
  { value: "is", label: "Is any of" },
  { value: "not", label: "Is none of" },
] as const;

function SeveralEditor({ field, filter, onApply, onClose }: EditorProps<FieldOf<"several">>) {
  const id = useId();
  const [operator, setOperator] = useState<"is" | "not">(filter?.operator === "not" ? "not" : "is");
  const [values, setValues] = useState<ReadonlyArray<string>>(filter?.values ?? []);
  const toggle = (value: string) => {
    setValues(
      values.includes(value) ? values.filter((other) => other !== value) : [...values, value],
    );
  };
  return (
    <EditorForm
      field={field}
      ready={values.length > 0}
      note={`${values.length} selected`}
      onApply={() => onApply({ field: field.id, operator, values })}
    >
      <SegmentedControl
        label="Comparison"
        segments={inclusion}
        value={operator}
        onChange={setOperator}
      />
      <div className="-mx-1.5">
        <OptionList
          label={field.label}
          listId={id}
          options={field.options}
          selected={values}
          multiple
          onPick={toggle}
          onClose={onClose}
        />
      </div>
    </EditorForm>
  );
}

function NumberEditor({ field, filter, onApply }: EditorProps<FieldOf<"number">>) {
  const size = field.unit?.size ?? 1;
  const [from, setFrom] = useState(typedNumber(filter?.values[0] ?? "", size));
  const [to, setTo] = useState(typedNumber(filter?.values[1] ?? "", size));
  const values = [storedNumber(from, size), storedNumber(to, size)];
  const unreadable = [from, to].some((typed, end) => typed.trim() !== "" && values[end] === "");
  const reversed = values.every((value) => value !== "") && Number(values[0]) > Number(values[1]);
  return (
    <RangeForm
      field={field}
      error={
        (unreadable && "Write a number such as 2,500 or 10M.") ||
        (reversed && "The minimum must not exceed the maximum.") ||
        null
      }
      values={values}
      onApply={onApply}
      unit={field.unit?.label}
    >
      <RangeInput label="From" inputMode="decimal" value={from} onChange={setFrom} autoFocus />
      <RangeInput label="To" inputMode="decimal" value={to} onChange={setTo} />
    </RangeForm>
  );
}

function DateEditor({ field, filter, onApply }: EditorProps<FieldOf<"date">>) {
  const [from, setFrom] = useState(filter?.values[0] ?? "");
  const [to, setTo] = useState(filter?.values[1] ?? "");
  const reversed = from !== "" && to !== "" && from > to;
  return (
    <RangeForm
      field={field}
      error={reversed ? "The start date must not be after the end date." : null}
      values={[from, to]}
      onApply={onApply}
      unit="UTC"
    >
      <RangeInput label="From" type="date" value={from} onChange={setFrom} autoFocus />
      <RangeInput label="To" type="date" value={to} onChange={setTo} />
    </RangeForm>
  );
}

type RangeFormProps = {
  field: FilterField;
  error: string | null;
  values: string[];
  unit: string | undefined;
  onApply: (filter: Filter) => void;
  children: ReactNode;
};

function RangeForm({ field, error, values, unit, onApply, children }: RangeFormProps) {
  return (
    <EditorForm
      field={field}
      ready={error === null && values.some((value) => value !== "")}
      note={unit}
      onApply={() => onApply({ field: field.id, operator: "between", values })}
    >
      <div className="grid grid-cols-2 gap-2">{children}</div>
      {error && (
        <p role="alert" className="text-neg text-sm">
          {error}
        </p>
      )}
    </EditorForm>
  );
}

type RangeInputProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: "date";
  inputMode?: "decimal";
  autoFocus?: boolean;
};

function RangeInput({ label, value, onChange, type, inputMode, autoFocus }: RangeInputProps) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-sm text-text-2">
      {label}
      <input
        type={type}
        inputMode={inputMode}
        autoComplete="off"
        maxLength={40}
        data-autofocus={autoFocus ? "" : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`num h-(--control-h) text-base text-text ${inputLook}`}
      />
    </label>
  );
}

type EditorFormProps = {
  field: FilterField;
  ready: boolean;
  note?: string | undefined;
  onApply: () => void;
  children: ReactNode;
};

function EditorForm({ field, ready, note, onApply, children }: EditorFormProps) {
  const form = useRef<HTMLFormElement | null>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus(), []);
  return (
    <form
      ref={form}
      aria-label={field.label}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onApply();
      }}
      className="flex flex-col gap-2.5 p-3"
    >
      <p className="font-medium">{field.label}</p>
      {children}
      <div className="flex items-center gap-2 border-line border-t pt-2">
        <span className="num flex-1 text-sm text-text-3">{note}</span>
        <Button type="submit" look="primary" size="small" disabled={!ready}>
          Apply
        </Button>
      </div>
    </form>
  );
}
