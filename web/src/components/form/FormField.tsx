import type { ReactNode } from "react";
import { TextArea } from "@/components/ui/inputs/TextArea";
import { TextField } from "@/components/ui/inputs/TextField";
import { MultiSelect } from "@/components/ui/selects/MultiSelect";
import { Select } from "@/components/ui/selects/Select";
import { fieldId } from "./ErrorSummary";
import type { FormFieldSpec, FormValue } from "./fields";
import { ReferenceField, ReferencesField } from "./ReferenceFields";
import type { Form } from "./useForm";

type ControlProps = {
  field: FormFieldSpec;
  value: FormValue | undefined;
  error: string | undefined;
  onChange: (value: FormValue) => void;
};

/** Stands in the list of options for nothing chosen, which a selector itself never offers. */
const nothing = "\u0000";

function textOf(value: FormValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function listOf(value: FormValue | undefined): ReadonlyArray<string> {
  return typeof value === "object" ? value : [];
}

function ChoiceField({ field, value, error, onChange }: ControlProps) {
  const { label, hint, required, control } = field;
  if (control.kind !== "choice") return null;
  const none = { value: nothing, content: { label: "Not specified" } };
  return (
    <Select
      label={label}
      hint={hint}
      error={error}
      required={required}
      placeholder={required ? "Choose one" : "Not specified"}
      options={required ? control.options : [none, ...control.options]}
      value={textOf(value)}
      onChange={(next) => onChange(next === nothing ? "" : next)}
    />
  );
}

/** Several values, one per line. Blank lines are kept while typing, and dropped when the field is left. */
function LinesField({ field, value, error, onChange }: ControlProps) {
  return (
    <TextArea
      id={`${field.name}-input`}
      label={field.label}
      hint={[field.hint, "One per line."].filter(Boolean).join(" ")}
      error={error}
      required={field.required}
      dir="auto"
      value={listOf(value).join("\n")}
      onChange={({ target }) => onChange(target.value === "" ? [] : target.value.split("\n"))}
      onBlur={() => {
        const kept = listOf(value).map((line) => line.trim());
        onChange(kept.filter((line) => line !== ""));
      }}
    />
  );
}

const inputTypes = { date: "date", instant: "datetime-local", url: "url" } as const;

/** Anything that is typed. */
function TypedField({ field, value, error, onChange }: ControlProps) {
  const { name, label, hint, required, control } = field;
  const shared = { id: `${name}-input`, label, error, required, value: textOf(value) };
  if (control.kind === "text" && control.long) {
    return (
      <TextArea
        {...shared}
        hint={hint}
        dir="auto"
        // The stored text has no lines; what is pasted with some becomes one.
        onChange={({ target }) => onChange(target.value.replace(/\s*\n\s*/g, " "))}
      />
    );
  }
  const typed =
    control.kind in inputTypes ? inputTypes[control.kind as keyof typeof inputTypes] : "text";
  const isNumber = control.kind === "number";
  const unit = isNumber ? control.unit : control.kind === "instant" ? "UTC" : undefined;
  return (
    <TextField
      {...shared}
      label={unit ? `${label}, ${unit}` : label}
      hint={hint}
      type={typed}
      step={control.kind === "instant" ? 1 : undefined}
      inputMode={isNumber ? "decimal" : undefined}
      autoComplete="off"
      spellCheck={control.kind === "text"}
      dir={control.kind === "text" ? "auto" : "ltr"}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function controlOf(props: ControlProps): ReactNode {
  const { field, value, error, onChange } = props;
  const { label, hint, required, control } = field;
  const shared = { label, hint, error, required };
  switch (control.kind) {
    case "choice":
      return <ChoiceField {...props} />;
    case "choices":
      return (
        <MultiSelect
          {...shared}
          options={control.options}
          values={listOf(value)}
          onChange={onChange}
        />
      );
    case "reference":
      return (
        <ReferenceField
          {...shared}
          load={control.load}
          names={control.names}
          value={textOf(value)}
          onChange={onChange}
        />
      );
    case "references":
      return (
        <ReferencesField
          {...shared}
          load={control.load}
          names={control.names}
          values={listOf(value)}
          onChange={onChange}
        />
      );
    case "lines":
      return <LinesField {...props} />;
    default:
      return <TypedField {...props} />;
  }
}

/** Whether a field takes the whole width of a form. */
function isWide({ control }: FormFieldSpec): boolean {
  const { kind } = control;
  return kind === "lines" || kind === "references" || (kind === "text" && control.long === true);
}

/** One field of a form with its label, its hint and what is wrong with it. */
export function FormField({ form, field }: { form: Form; field: FormFieldSpec }) {
  const { name } = field;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: It only notices that the focus has left the control inside.
    <div
      id={fieldId(name)}
      className={`min-w-0 scroll-mt-20 ${isWide(field) ? "col-span-full" : ""}`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) form.leave(name);
      }}
    >
      {controlOf({
        field,
        value: form.values[name],
        error: form.errors[name],
        onChange: (value) => form.set(name, value),
      })}
    </div>
  );
}
