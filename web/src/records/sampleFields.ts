import type { CatalogKey } from "@/app-state/numberExplanation";

/** The fields that administrators may change in sample records, by kind of record; the others are generated. */
export const sampleFields: Partial<Record<CatalogKey, readonly string[]>> = {
  assets: ["asset_class_slug", "classified_on"],
};
