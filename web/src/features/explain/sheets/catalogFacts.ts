import { useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "@/api/client";
import type { FieldMeta } from "@/api/contract";
import { catalogStaleMs } from "@/api/staleTimes";
import type { CatalogKey } from "@/app-state/numberExplanation";
import { dash, formatAmountExact, formatFraction, formatPercent } from "@/lib/format";
import { type CatalogRecord, domainOf, type Resource, resourceOf } from "@/records/resource";

/** The procedure that answers a record of a kind. */
export function getterOf(key: CatalogKey): string {
  return `${domainOf(key)}.get`;
}

/** A record of the catalog and the meaning of its fields; under the keys of its pages, which have loaded them already. */
export function useFact(key: CatalogKey, slug: string) {
  const kind: Resource<CatalogRecord> = resourceOf(key);
  const resource = kind.of(useTRPCClient());
  const record = useQuery({
    queryKey: ["catalog", key, "get", slug],
    queryFn: ({ signal }) => resource.get.query({ slug }, { signal }),
  });
  const meta = useQuery({
    queryKey: ["catalog", key, "meta"],
    queryFn: ({ signal }) => resource.meta.query(undefined, { signal }),
    staleTime: catalogStaleMs,
  });
  return { record, meta };
}

function numberText(value: number, unit: string | null | undefined): string {
  if (unit === "ratio") return `${formatPercent(value, 4)} (${formatFraction(value)})`;
  if (unit === "bps")
    return `${formatPercent(value / 10_000, 2)} (${formatAmountExact(value)} bps)`;
  const digits = formatAmountExact(value);
  return unit && unit !== "count" ? `${digits} ${unit}` : digits;
}

/** The entries of a list of a record; null where the field is none. */
export function membersOf(record: object, name: string): string | null {
  const value: unknown = Reflect.get(record, name);
  return Array.isArray(value) && value.length > 0 ? value.join(", ") : null;
}

/** A field of a record as it was written, with its unit; of a list how many are in it. */
export function factText(record: object, name: string, field: FieldMeta | undefined): string {
  const value: unknown = Reflect.get(record, name);
  if (typeof value === "number") return numberText(value, field?.unit);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return formatAmountExact(value.length);
  return typeof value === "string" && value !== "" ? value : dash;
}
