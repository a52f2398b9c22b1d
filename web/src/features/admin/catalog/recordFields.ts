import type { ResourceMeta } from "@/api/contract";
import { contains, every, where } from "@/api/listQuery";
import type {
  Control,
  FormFieldSpec,
  FormValue,
  FormValues,
  Names,
} from "@/components/form/fields";
import { isEmpty, plainNumber, sameValue } from "@/components/form/fields";
import { instantOf, instantValue } from "@/components/form/instants";
import type { Option } from "@/components/ui/selects/options";
import type { OptionLoader } from "@/components/ui/selects/useOptions";
import { plainDecimal } from "@/lib/format/decimal";
import { type CatalogRecord, type Client, fieldValue } from "@/records/resource";
import { sampleFields } from "@/records/sampleFields";
import { type Column, columnsOf, provenance } from "./columns";
import { type Kind, kindOf } from "./kinds";

const most = 20;

const truth: ReadonlyArray<Option> = [
  { value: "true", content: { label: "Yes" } },
  { value: "false", content: { label: "No" } },
];

/** Text of one or more sentences. */
const prose =
  /(description|note|terms|excerpt|coverage|gaps|attribution|basis|trigger|summary|evidence|structure|framework)$/;

/** Whether a column holds codes of the records it names, in place of their slugs. */
export function keyOf(column: string): "slug" | "code" {
  return /_codes?$/.test(column) ? "code" : "slug";
}

/** Finds records of a kind by their name. Only sample data may refer to sample data. */
function loaderOf(client: Client, target: string, column: string): OptionLoader<string> {
  const kind = kindOf(target);
  const key = keyOf(column);
  return async (search, signal) => {
    if (!kind) return [];
    const real = where("is_sample", "equals", false);
    const filter = every([real, contains("name", search)]);
    const query = { filter, pagination: { page: 1, perPage: most } };
    const { results } = await kind.resource.of(client).list.query(query, { signal });
    return results.map((row) => {
      return { value: String(fieldValue(row, key) ?? ""), content: { label: row.name } };
    });
  };
}

function unitOf({ field }: Column): string | undefined {
  return field.unit === "ratio" ? "%" : (field.unit ?? undefined);
}

/** The names of the records of a reference: short lists load all, others the stored one. */
function namesOf({ name, field }: Column, record: CatalogRecord | null): Names {
  const listed = Object.fromEntries(field.validValues.map(({ value, label }) => [value, label]));
  const stored = record && fieldValue(record, name);
  const title = record && fieldValue(record, name.replace(/_(slug|code)$/, "_name"));
  if (typeof stored !== "string" || typeof title !== "string" || stored === title) return listed;
  return { ...listed, [stored]: title };
}

function controlOf(column: Column, client: Client, record: CatalogRecord | null): Control {
  const { name, field } = column;
  const { type, refersTo } = field;
  if (refersTo) {
    const shared = { load: loaderOf(client, refersTo, name), names: namesOf(column, record) };
    return { kind: type === "list" ? "references" : "reference", ...shared };
  }
  const options = field.validValues.map(({ value, label, meaning }) => ({
    value,
    content: { label: meaning ? `${label}: ${meaning}` : label },
  }));
  if (type === "list") {
    if (options.length > 0) return { kind: "choices", options };
    return { kind: "lines", urls: name.endsWith("_urls") };
  }
  if (type === "bool") return { kind: "choice", options: truth };
  if (type === "enum") return { kind: "choice", options };
  if (type === "date" || type === "instant") return { kind: type };
  if (type === "int" || type === "decimal") {
    return { kind: "number", whole: type === "int", unit: unitOf(column) };
  }
  if (/(^|_)(url|website)$/.test(name)) return { kind: "url" };
  if (/(^|_)color$/.test(name)) return { kind: "color" };
  return { kind: "text", long: prose.test(name) && !field.groupable };
}

export type Subject = {
  kind: Kind;
  meta: ResourceMeta;
  client: Client;
  record: CatalogRecord | null;
  /** Whether the next change has to say where it comes from. */
  imported: boolean;
};

/** The hint of a field, unless its label says the same. */
function hintOf({ label, field: { description } }: Column): string | undefined {
  const same = description.replace(/\.$/, "").toLowerCase() === label.toLowerCase();
  return same || description === "" ? undefined : description;
}

/** Every field of the form of a record; of a sample, those that may be changed. */
export function fieldsOf(subject: Subject): ReadonlyArray<FormFieldSpec> {
  const fields = allFieldsOf(subject);
  if (!subject.record?.is_sample) return fields;
  const { key, sampleHints } = subject.kind;
  const editable = fields.filter(({ name }) => sampleFields[key]?.includes(name));
  return editable.map((field) => ({ ...field, hint: sampleHints?.[field.name] ?? field.hint }));
}

function allFieldsOf({
  kind,
  meta,
  client,
  record,
  imported,
}: Subject): ReadonlyArray<FormFieldSpec> {
  return columnsOf(meta)
    .filter(({ name }) => name !== "slug" || record === null)
    .map((column) => {
      const { name, label, field } = column;
      const control = controlOf(column, client, record);
      const spec: FormFieldSpec = { name, label, control, hint: hintOf(column) };
      if (name === "slug") {
        const hint = kind.slugHint ?? "Lowercase letters a-z, digits and hyphens.";
        return { ...spec, hint: `${hint} It cannot be changed later.`, required: true };
      }
      if (name === "retrieved_on")
        return { ...spec, hint: "The day of this change if left empty." };
      if (name === "source" || name === "licence") {
        const before = imported && record ? ` Before: ${record[name]}.` : "";
        return { ...spec, hint: `${field.description}${before}`, required: true };
      }
      return { ...spec, required: !field.nullable && field.type !== "list" };
    });
}

/** The fields under their headings. */
export function sectionsOf(kind: Kind, fields: ReadonlyArray<FormFieldSpec>) {
  const sections: Array<{ title: string; fields: FormFieldSpec[] }> = [
    { title: kind.one, fields: [] },
  ];
  for (const field of fields) {
    const title = field.name === "source" ? "Source of this change" : kind.sections?.[field.name];
    if (title) sections.push({ title, fields: [] });
    sections.at(-1)?.fields.push(field);
  }
  return sections.filter((section) => section.fields.length > 0);
}

/** Moves the point of a decimal number without losing a digit: "0.05" by two places is "5". */
export function shiftDecimalPoint(text: string, places: number): string {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === "") return text;
  const width = Math.abs(places);
  const left = places < 0 ? whole.padStart(width + 1, "0") : whole;
  const right = places > 0 ? fraction.padEnd(width, "0") : fraction;
  const digits = left + right;
  const point = left.length + places;
  const head = digits.slice(0, point).replace(/^0+(?=\d)/, "");
  const tail = digits.slice(point).replace(/0+$/, "");
  return sign + (tail === "" ? head : `${head}.${tail}`);
}

/** A stored value as it stands in the form. */
export function formValue(column: Column, stored: unknown): FormValue {
  const { type, unit } = column.field;
  if (type === "list") return Array.isArray(stored) ? stored.map(String) : [];
  if (stored === null || stored === undefined) return "";
  const text = typeof stored === "number" ? plainDecimal(stored, 12, "") : String(stored);
  if (unit === "ratio") return shiftDecimalPoint(text, 2);
  return type === "instant" ? instantValue(text) : text;
}

/** A value of the form as the catalog takes it; null empties. */
function storedValue(column: Column, value: FormValue | undefined): string | string[] | null {
  if (value === undefined || isEmpty(value)) return null;
  if (typeof value !== "string") return [...value];
  const { type, unit } = column.field;
  if (unit === "ratio") return shiftDecimalPoint(plainNumber(value), -2);
  if (type === "int" || type === "decimal") return plainNumber(value);
  if (type === "instant") return instantOf(value);
  return value.trim();
}

/** The first values of the form. A change of an imported record states its own source. */
export function storedValues({
  meta,
  record,
  imported,
}: Omit<Subject, "kind" | "client">): FormValues {
  return Object.fromEntries(
    columnsOf(meta).map((column) => {
      const { name } = column;
      const asksAgain = name === "retrieved_on" || (imported && provenance.includes(name));
      const stored = record && !asksAgain ? fieldValue(record, name) : null;
      return [name, formValue(column, stored)];
    }),
  );
}

/** The columns that differ from what is stored, as the catalog takes them. */
export function changesOf(columns: ReadonlyArray<Column>, stored: FormValues, values: FormValues) {
  return Object.fromEntries(
    columns
      .filter(({ name }) => !sameValue(values[name], stored[name]))
      .map((column) => [column.name, storedValue(column, values[column.name])] as const),
  );
}
