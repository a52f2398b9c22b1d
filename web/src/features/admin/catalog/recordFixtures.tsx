import { screen } from "@testing-library/react";
import type { Issuer, RecordChangeEntry, ResourceMeta } from "@/api/contract";
import { fieldMeta } from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { type mockServer, page, rootId } from "../adminFixtures";
import { NewRecordScreen, useSubjectKind } from "./NewRecordScreen";
import { RecordScreen, useSubjectRecord } from "./RecordScreen";

export const first = "2026-11-20T10:00:00.000Z";
export const second = "2026-11-20T11:00:00.000Z";

export function issuer(part: Partial<Issuer> = {}): Issuer {
  return {
    id: 10001,
    slug: "quay",
    name: "Quay",
    legal_name: "Quay Limited",
    country_code: null,
    country_name: null,
    website: null,
    website_source: null,
    legal_form: null,
    lei: null,
    cik: null,
    regulator: null,
    licence_held: null,
    asset_count: 0,
    note: null,
    source: "a filing",
    licence: "CC0-1.0",
    retrieved_on: "2026-11-18",
    is_sample: false,
    updated_at: first,
    ...part,
  };
}

export const meta: ResourceMeta = {
  resource: "issuers",
  key: "id",
  defaultSort: { field: "name", direction: "asc" },
  referencedBy: [
    { resource: "articles", field: "issuer_slugs" },
    { resource: "assets", field: "issuer_slug" },
    { resource: "investments", field: "issuer_slug" },
    { resource: "loans", field: "issuer_slug" },
    { resource: "reserve_reports", field: "issuer_slug" },
  ],
  fields: [
    fieldMeta("id", "id", { derived: true }),
    fieldMeta("slug", "slug", { nullable: false }),
    fieldMeta("name", "text", { nullable: false }),
    fieldMeta("legal_name", "text"),
    fieldMeta("country_code", "slug", { refersTo: "countries" }),
    fieldMeta("country_name", "text", { derived: true }),
    fieldMeta("website", "text"),
    fieldMeta("asset_count", "int", { unit: "count", nullable: false, derived: true }),
    fieldMeta("source", "text", { nullable: false }),
    fieldMeta("licence", "text", { nullable: false }),
    fieldMeta("retrieved_on", "date", { nullable: false }),
    fieldMeta("is_sample", "bool", { nullable: false, derived: true }),
    fieldMeta("updated_at", "instant", { nullable: false, derived: true }),
  ],
};

export const entry: RecordChangeEntry = {
  id: 2,
  resource: "issuers",
  record_id: 10001,
  slug: "quay",
  action: "updated",
  changed_by: rootId,
  changed_at: first,
  columns: ["legal_name"],
  before: { name: "Quay" },
  after: { name: "Quay", legal_name: "Quay Limited" },
};

export const none = { results: [], pagination: { ...page, resultCount: 0 } };

type Calls = NonNullable<Parameters<typeof mockServer>[0]>;

export const calls: Calls = {
  "issuers.get": () => issuer(),
  "issuers.meta": () => meta,
  "catalog.changes": () => ({ results: [entry], next_cursor: null }),
  "assets.list": () => none,
  "investments.list": () => none,
  "reserveReports.list": () => none,
  "loans.list": () => none,
  "articles.list": () => none,
};

function Edit() {
  return <RecordScreen subject={useSubjectRecord()} />;
}

export function Create() {
  return <NewRecordScreen subject={useSubjectKind()} />;
}

export const open = (query: Record<string, string> = { kind: "issuers", slug: "quay" }) =>
  render(<Edit />, { query, pathname: "/admin/catalog/[kind]/[slug]/edit" });

export const box = (name: string) => screen.findByRole("textbox", { name });
export const save = () => screen.getByRole("button", { name: "Save changes" });
