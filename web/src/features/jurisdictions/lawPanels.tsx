import type { JurisdictionEvent, JurisdictionRule } from "@/api/contract";
import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { Choice, Words } from "@/records/cells";
import { Day, Listed, SiteLink } from "@/records/facts";
import type { Panel } from "@/records/panel/panel";
import { type OpenRecord, RecordPanel } from "@/records/panel/RecordPanel";
import { resourceOf } from "@/records/resource";
import { EventDay, LawStatus, questionLabel } from "./lawStatus";

/** A rule with the text it comes from. */
const rulePanel: Panel<JurisdictionRule> = {
  one: "Rule",
  summary: (row) => (
    <>
      <LawStatus value={row.status} />
      <bdi>{row.jurisdiction_name}</bdi>
    </>
  ),
  figures: () => [],
  parts: (row) => (
    <div className="flex flex-col gap-2">
      <p className="[overflow-wrap:anywhere]">
        <bdi>{row.requirement_summary}</bdi>
      </p>
      <p className="text-text-2 [overflow-wrap:anywhere]">
        {row.url ? (
          <OutsideLink href={row.url}>{row.primary_source}</OutsideLink>
        ) : (
          <bdi>{row.primary_source}</bdi>
        )}
        {row.pinpoint && <bdi>, {row.pinpoint}</bdi>}
      </p>
    </div>
  ),
  groups: [
    {
      title: "Rule",
      facts: [
        { field: "dimension", label: "Dimension", value: (row) => questionLabel(row.dimension) },
        {
          field: "instrument_type",
          label: "Subject",
          value: (row) => <Choice>{row.instrument_type}</Choice>,
        },
        { field: "authority", label: "Authority", value: (row) => <Words>{row.authority}</Words> },
        {
          field: "binding_status",
          label: "Binding status",
          value: (row) => <Choice>{row.binding_status}</Choice>,
        },
        {
          field: "effective_on",
          label: "Effective date",
          value: (row) => <Day value={row.effective_on} />,
        },
      ],
    },
    {
      title: "Evidence",
      facts: [
        {
          field: "confidence",
          label: "Confidence",
          value: (row) => <Choice>{row.confidence}</Choice>,
        },
        {
          field: "claim_class",
          label: "Type of claim",
          value: (row) => <Choice>{row.claim_class}</Choice>,
        },
        {
          field: "evidence_tier",
          label: "Basis",
          value: (row) => <Choice>{row.evidence_tier}</Choice>,
        },
        {
          field: "last_reviewed_on",
          label: "Reviewed",
          value: (row) => <Day value={row.last_reviewed_on} />,
        },
        { field: "url", label: "Link", value: (row) => <SiteLink href={row.url} /> },
      ],
    },
  ],
  note: () => null,
};

/** The rule that is open beside its list. */
export function RulePanel(props: OpenRecord<JurisdictionRule>) {
  return <RecordPanel resource={resourceOf("jurisdiction_rules")} panel={rulePanel} {...props} />;
}

/** A change of law and what it rests on. */
const eventPanel: Panel<JurisdictionEvent> = {
  one: "Change in law",
  summary: (row) => (
    <>
      <LawStatus value={row.status} />
      <EventDay event={row} />
      <bdi>{row.jurisdiction_name}</bdi>
    </>
  ),
  figures: () => [],
  parts: (row) => (
    <p className="[overflow-wrap:anywhere]">
      <bdi>{row.basis}</bdi>
    </p>
  ),
  groups: [
    {
      title: "Change",
      facts: [
        { field: "effective_on", label: "Date", value: (row) => <EventDay event={row} /> },
        {
          field: "precision",
          label: "Precision",
          value: (row) => <Choice>{row.precision}</Choice>,
        },
        {
          field: "date_basis",
          label: "Basis of the date",
          value: (row) => <Words>{row.date_basis}</Words>,
        },
        { field: "trigger", label: "Trigger", value: (row) => <Words>{row.trigger}</Words> },
        { field: "rule_slugs", label: "Rules", value: (row) => <Listed values={row.rule_slugs} /> },
      ],
    },
  ],
  note: () => null,
};

/** The change in law that is open beside its list. */
export function EventPanel(props: OpenRecord<JurisdictionEvent>) {
  return <RecordPanel resource={resourceOf("jurisdiction_events")} panel={eventPanel} {...props} />;
}
