import { where } from "@/api/listQuery";
import { LaterList } from "./LaterList";
import type { CatalogRecord } from "./resource";
import type { Related } from "./sheet";

type Naming =
  | "asset_slugs"
  | "issuer_slugs"
  | "platform_slugs"
  | "network_slugs"
  | "asset_class_slugs";

/** What was reported about a record. */
export function newsTab<Row extends CatalogRecord>(field: Naming): Related<Row> {
  return {
    id: "news",
    label: "News",
    list: (row) => <LaterList of="articles" only={where(field, "equals", row.slug)} />,
  };
}
