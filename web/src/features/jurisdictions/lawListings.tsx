import type { JurisdictionEvent, JurisdictionRule, Regulator } from "@/api/contract";
import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { columnsFor } from "@/lists/columnsFor";
import type { CatalogColumn, Listing } from "@/lists/listing";
import { Choice, Words } from "@/records/cells";
import { resourceOf } from "@/records/resource";
import { EventDay, LawStatus, questionLabel } from "./lawStatus";

function outside(href: string | null, words: string | null) {
  if (!href) return <Words>{words}</Words>;
  return (
    <OutsideLink href={href} tabIndex={-1}>
      {words ?? href}
    </OutsideLink>
  );
}

const rule = columnsFor<JurisdictionRule>();

export const ruleListing: Listing<JurisdictionRule> = {
  resource: resourceOf("jurisdiction_rules"),
  label: "Rules",
  search: { id: "name", fields: ["name", "requirement_summary", "primary_source"] },
  searchLabel: "Text of a rule",
  sort: { column: "jurisdiction_name", direction: "ascending" },
  filters: [
    "jurisdiction_code",
    "dimension",
    "instrument_type",
    "status",
    "binding_status",
    "confidence",
    "effective_on",
  ],
  columns: [
    {
      id: "dimension",
      header: "Dimension",
      kind: "text",
      cell: (row) => <bdi>{questionLabel(row.dimension)}</bdi>,
    },
    rule.named("jurisdiction_name", "Jurisdiction", {
      fields: ["jurisdiction_code", "jurisdiction_name"],
    }),
    rule.choice("instrument_type", "Subject"),
    {
      id: "status",
      header: "Status",
      kind: "state",
      cell: (row) => <LawStatus value={row.status} />,
    },
    rule.words("requirement_summary", "Requirement", { width: 420 }),
    rule.words("authority", "Authority"),
    rule.day("effective_on", "Effective date"),
    {
      id: "primary_source",
      header: "Legal text",
      kind: "text",
      width: 240,
      fields: ["primary_source", "pinpoint", "url"],
      cell: (row) => outside(row.url, row.primary_source),
    },
    rule.choice("confidence", "Confidence"),
    rule.day("last_reviewed_on", "Reviewed"),
  ],
  cards: {
    title: (row) => <bdi>{questionLabel(row.dimension)}</bdi>,
    subtitle: (row) => `${row.jurisdiction_name} · ${choiceLabel(row.instrument_type)}`,
    value: (row) => <LawStatus value={row.status} />,
    pairs: ["requirement_summary", "primary_source", "confidence", "effective_on"],
  },
  coverage: "Summaries from a public register, not the law itself; each links to its legal text.",
  empty: {
    title: "No rules recorded",
    text: "Rules appear after an import with a stated source.",
  },
};

const supervisor = columnsFor<Regulator>();

export const regulatorListing: Listing<Regulator> = {
  resource: resourceOf("regulators"),
  label: "Regulators",
  search: { id: "name", fields: ["name", "acronym"] },
  searchLabel: "Name or short name",
  sort: { column: "name", direction: "ascending" },
  filters: ["jurisdiction_code", "is_primary", "scope"],
  columns: [
    { id: "name", header: "Regulator", kind: "text", cell: (row) => <bdi>{row.name}</bdi> },
    supervisor.words("acronym", "Acronym"),
    supervisor.named("jurisdiction_name", "Jurisdiction", {
      fields: ["jurisdiction_code", "jurisdiction_name"],
    }),
    supervisor.yesNo("is_primary", "Primary"),
    supervisor.words("scope", "Supervision", { width: 260 }),
    {
      id: "website",
      header: "Website",
      kind: "text",
      cell: (row) =>
        outside(row.website, row.website?.replace(/^https?:\/\/(www\.)?/i, "") ?? null),
    },
    supervisor.words("source", "Source", { width: 240 }),
  ],
  cards: {
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => row.jurisdiction_name,
    value: (row) => row.acronym ?? "",
    pairs: ["scope", "website"],
  },
  empty: {
    title: "No regulators recorded",
    text: "Regulators appear after an import with a stated source.",
  },
};

const change = columnsFor<JurisdictionEvent>();

const effective: CatalogColumn<JurisdictionEvent> = {
  id: "effective_on",
  header: "Date",
  kind: "date",
  cell: (row) => <EventDay event={row} />,
};

export const eventListing: Listing<JurisdictionEvent> = {
  resource: resourceOf("jurisdiction_events"),
  label: "Changes in law",
  search: { id: "name", fields: ["name", "basis"] },
  searchLabel: "Text of a change",
  sort: { column: "effective_on", direction: "ascending" },
  filters: ["jurisdiction_code", "status", "effective_on", "trigger_kind"],
  columns: [
    {
      id: "name",
      header: "Change",
      kind: "text",
      width: 380,
      cell: (row) => <bdi>{row.name}</bdi>,
    },
    change.named("jurisdiction_name", "Jurisdiction", {
      fields: ["jurisdiction_code", "jurisdiction_name"],
    }),
    {
      id: "status",
      header: "Status",
      kind: "state",
      cell: (row) => <LawStatus value={row.status} />,
    },
    effective,
    change.words("trigger", "Trigger", { width: 280 }),
    change.words("basis", "Basis", { width: 360 }),
    {
      id: "trigger_kind",
      header: "Kind",
      kind: "text",
      cell: (row) => <Choice>{row.trigger_kind.replaceAll("-", " ")}</Choice>,
    },
  ],
  cards: {
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => row.jurisdiction_name,
    value: (row) => <EventDay event={row} />,
    change: (row) => <LawStatus value={row.status} />,
    pairs: ["trigger", "basis"],
  },
  coverage: "Dates that a source does not state are left blank.",
  empty: {
    title: "No changes of law recorded",
    text: "Changes appear after an import with a stated source.",
  },
};
