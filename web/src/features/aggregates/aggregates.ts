import type {
  Aggregate,
  FieldMeta,
  ListGroupsResponse,
  Query,
  Filter as QueryFilter,
  QueryValue,
  ResourceMeta,
} from "@/api/contract";
import { mostGroups } from "@/api/contract";
import type { Option } from "@/components/ui/selects/options";
import type { Filter, Sort } from "@/lib/address/viewState";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { fieldLabel } from "@/lists/metaFields";

/** The numbers of each group beside the number of its assets. */
export const measures = [
  { id: "tokens", header: "Tokens", aggregateFunction: "sum", field: "token_count" },
  { id: "issuers", header: "Issuers", aggregateFunction: "countDistinct", field: "issuer_slug" },
  {
    id: "platforms",
    header: "Platforms",
    aggregateFunction: "countDistinct",
    field: "platform_slug",
  },
  {
    id: "networks",
    header: "Networks",
    aggregateFunction: "countDistinct",
    field: "network_slugs",
  },
] as const;

export type MeasureId = (typeof measures)[number]["id"];

export type Group = {
  /** Keeps it apart from the others. */
  id: string;
  value: QueryValue;
  label: string;
  count: number;
  /** The share of all assets under the filter; null where one asset is in several groups. */
  share: number | null;
  /** Undefined while it is loading. */
  measured: Partial<Record<MeasureId, number | null>>;
};

/** Fields that are offered first, and how they are called. */
const first: Record<string, string> = {
  asset_class_slug: "Class",
  network_slugs: "Network",
  issuer_name: "Issuer",
  platform_slug: "Platform",
  country_code: "Country",
  manager_name: "Manager",
  protocol_name: "Protocol",
  sector_slug: "Sector",
  status: "Status",
  tokenization_types: "Tokenization",
  peg_currency: "Peg currency",
  is_sample: "Sample",
};

/** The fields that assets can be grouped by, one of each pair of slug and name. */
export function groupFields(meta: ResourceMeta): ReadonlyArray<FieldMeta> {
  const groupable = meta.fields.filter(({ groupable, type, name }) => {
    return groupable && type !== "id" && !name.endsWith("_id") && type !== "instant";
  });
  const chosen = groupable.filter(({ name, validValues }) => {
    const hasNames = validValues.length > 0;
    if (name.endsWith("_slug") || name.endsWith("_code")) return hasNames;
    const key = name.replace(/_name$/, "");
    const twin = groupable.find(
      (other) => other.name === `${key}_slug` || other.name === `${key}_code`,
    );
    return !name.endsWith("_name") || (twin?.validValues.length ?? 0) === 0;
  });
  const names = Object.keys(first);
  const placeOf = ({ name }: FieldMeta) => {
    const place = names.indexOf(name);
    return place < 0 ? names.length : place;
  };
  return chosen.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || one.name.localeCompare(other.name),
  );
}

export function groupFieldLabel({ name }: FieldMeta): string {
  return first[name] ?? fieldLabel(name);
}

export function groupOptions(meta: ResourceMeta): ReadonlyArray<Option> {
  return groupFields(meta).map((field) => ({
    value: field.name,
    content: { label: groupFieldLabel(field) },
  }));
}

/** The request for one measure, or for the number of assets alone; without a field for all together. */
export function groupQuery(
  filter: QueryFilter | undefined,
  field: FieldMeta | null,
  measure: (typeof measures)[number] | null,
): Query {
  const aggregate: Aggregate = {
    ...(field && { groupBy: field.name, groupLimit: mostGroups }),
    ...(field?.type === "date" && { interval: "year" }),
    ...(measure && { aggregateFunction: measure.aggregateFunction, field: measure.field }),
  };
  return {
    ...(filter && { filter }),
    aggregate,
    ...(field && { sort: { field: "count", direction: "desc" } }),
  };
}

/** The measures that the server offers. */
export function knownMeasures(meta: ResourceMeta): ReadonlyArray<(typeof measures)[number]> {
  return measures.filter(({ field, aggregateFunction }) =>
    meta.fields.some(
      ({ name, aggregateFunctions }) =>
        name === field && aggregateFunctions.includes(aggregateFunction),
    ),
  );
}

function labelOf(field: FieldMeta, value: QueryValue): string {
  if (value === null) return notDisclosed;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const text = String(value);
  if (field.type === "date") return text.slice(0, 4);
  const known = field.validValues.find((one) => one.value === text)?.label;
  return known ?? (field.type === "enum" ? choiceLabel(text) : text);
}

type Answers = {
  counted: ListGroupsResponse;
  total: number;
  measured: ReadonlyArray<{ id: MeasureId; answer: ListGroupsResponse | undefined }>;
};

/** One row per group out of the answers for each measure. */
export function groupRows(field: FieldMeta, { counted, total, measured }: Answers): Group[] {
  const tables = measured.map(({ id, answer }) => ({
    id,
    values: answer && new Map(answer.results.map((row) => [JSON.stringify(row.group), row.value])),
  }));
  return counted.results.map(({ group, count }) => {
    const id = JSON.stringify(group);
    const own = tables.flatMap(({ id: measure, values }) => {
      if (!values) return [];
      const value = values.get(id) ?? null;
      return [[measure, typeof value === "number" ? value : null]] as const;
    });
    return {
      id,
      value: group,
      label: labelOf(field, group),
      count,
      share: field.type === "list" || total === 0 ? null : count / total,
      measured: Object.fromEntries(own),
    };
  });
}

/** The filter that shows the assets of a group in a list; null where no filter can. */
export function groupFilter(field: FieldMeta, group: Group): Filter | null {
  const { value } = group;
  if (value === null || Array.isArray(value)) return null;
  if (field.type === "date") {
    const year = String(value).slice(0, 4);
    return { field: field.name, operator: "between", values: [`${year}-01-01`, `${year}-12-31`] };
  }
  return { field: field.name, operator: "is", values: [String(value)] };
}

function sortValue(group: Group, column: string): string | number | null {
  if (column === "group") return group.value === null ? null : group.label;
  if (column === "count" || column === "share") return group.count;
  const measure = measures.find(({ id }) => id === column);
  return measure ? (group.measured[measure.id] ?? null) : null;
}

/** All groups are here, so they are sorted here. Unknown last, groups alike as they came. */
export function sortedGroups(groups: ReadonlyArray<Group>, sort: Sort): ReadonlyArray<Group> {
  const turn = sort.direction === "ascending" ? 1 : -1;
  return groups.toSorted((one, other) => {
    const [left, right] = [sortValue(one, sort.column), sortValue(other, sort.column)];
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    if (typeof left === "number" && typeof right === "number") return turn * (left - right);
    return turn * String(left).localeCompare(String(right), "en");
  });
}
