import { useRouter } from "next/router";
import { slugLabel } from "@/lib/address/slug";
import { firstValue } from "@/lib/address/url";
import type { CatalogRecord } from "./resource";
import type { Sheet } from "./sheet";
import { useRecord } from "./useCatalog";

/**
 * The record of a page by the parameter of its route, and the head of the page. Until the record is known the words of
 * the slug stand for its name.
 */
export function useSheet<Row extends CatalogRecord>(sheet: Sheet<Row>, parameter: string) {
  const { query } = useRouter();
  const slug = firstValue(query[parameter]) ?? null;
  const answer = useRecord(sheet.resource, slug);
  const title = answer.data?.name ?? (slugLabel(slug ?? "") || sheet.one);
  const { description, parent } = sheet;
  return { answer, head: { title, description, lead: description, parent } };
}

export type SheetState<Row extends CatalogRecord> = ReturnType<typeof useSheet<Row>>;
