import { where } from "@/api/listQuery";
import type { CatalogRecord } from "@/records/resource";
import type { Related } from "@/records/sheet";
import { LazyList } from "./LazyList";

type SlugField =
  | "asset_slugs"
  | "issuer_slugs"
  | "platform_slugs"
  | "network_slugs"
  | "asset_class_slugs";

/** The news about a record. */
export function newsTab<Row extends CatalogRecord>(field: SlugField): Related<Row> {
  return {
    id: "news",
    label: "News",
    list: (row) => <LazyList of="articles" only={where(field, "equals", row.slug)} />,
  };
}
