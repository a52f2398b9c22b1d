import type { ReactNode } from "react";
import type { Jurisdiction, JurisdictionRule, Query } from "@/api/contract";
import { where } from "@/api/listQuery";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { Link } from "@/components/ui/links/Link";
import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { DateText } from "@/components/ui/text/Figure";
import { emptyViewState, encodeViewState } from "@/lib/address/viewState";
import { formatCountFull } from "@/lib/format";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { Choice, Words } from "@/records/cells";
import { resourceOf } from "@/records/resource";
import { useRows } from "@/records/useCatalog";
import { EventDay, LawStatus, questionLabel } from "./lawStatus";
import { allowance } from "./placeColumns";
import type { Place } from "./places";

type PlacePanelProps = {
  place: Place;
  /** The union whose law also applies. */
  union: Place | null;
  /** The address of the page with another choice. */
  addressWith: (changes: Readonly<Record<string, string | null>>) => string;
  onClose: () => void;
};

/** Everything recorded of one place, each part with its source. */
export function PlacePanel({ place, union, addressWith, onClose }: PlacePanelProps) {
  const { name, code, law, region } = place;
  return (
    <section aria-label={name} className="flex min-h-0 flex-col">
      <header className="flex items-start gap-2 border-line border-b px-(--card-pad) py-2.5">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-md [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
          </h2>
          <p className="text-sm text-text-2">
            {[code, region && choiceLabel(region)].filter(Boolean).join(" · ")}
          </p>
        </div>
        <IconButton icon="close" label={`Close ${name}`} onClick={onClose} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-(--card-pad) py-3">
        {law ? <Stand law={law} /> : <p className="text-text-2">No source covers its law.</p>}
        {union && (
          <p className="text-sm">
            The law of the{" "}
            <Link href={addressWith({ country: union.code })} className={linkClass}>
              <bdi>{union.name}</bdi>
            </Link>{" "}
            also applies.
          </p>
        )}
        <Regulators place={place} />
        <Changes place={place} />
        {law !== null && law.rule_count > 0 && <Rules law={law} addressWith={addressWith} />}
        <Records place={place} />
      </div>
    </section>
  );
}

const linkClass = "text-accent hover:underline";

function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-medium">{title}</h3>
      {children}
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-2 border-line border-b py-1.5">
      <dt className="w-32 flex-none text-text-2">{label}</dt>
      <dd className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** The legal status of stablecoins according to one source. */
function Stand({ law }: { law: Jurisdiction }) {
  if (law.legal_status === null && law.regime_status === null && law.classification === null) {
    return (
      <div>
        <p className="text-text-2">No source covers its overall legal status of stablecoins.</p>
        <Source of={law} />
      </div>
    );
  }
  return (
    <div>
      <dl>
        <Line label="Law on stablecoins">
          <Choice>{law.legal_status}</Choice>
        </Line>
        <Line label="Regime">
          <Choice>{law.regime_status}</Choice>
        </Line>
        <Line label="Classified as">
          <Choice>{law.classification}</Choice>
        </Line>
        <Line label="Fiat-backed">
          <Words>{allowance(law.allows_fiat_backed)}</Words>
        </Line>
        <Line label="Asset-backed">
          <Words>{allowance(law.allows_asset_backed)}</Words>
        </Line>
        <Line label="Algorithmic">
          <Words>{allowance(law.allows_algorithmic)}</Words>
        </Line>
        {law.regulatory_clarity !== null && (
          <Line label="Clarity">{law.regulatory_clarity} of 5, as assessed by the source</Line>
        )}
      </dl>
      <Source of={law} reviewed={law.last_reviewed} />
    </div>
  );
}

type SourceProps = {
  of: Pick<Jurisdiction, "source" | "licence" | "retrieved_on" | "is_sample">;
  reviewed?: string | null;
};

function Source({ of, reviewed = null }: SourceProps) {
  return (
    <p className="mt-1 text-text-3 text-xs [overflow-wrap:anywhere]">
      Source: {of.is_sample ? "generated sample" : of.source} · {of.licence} · retrieved{" "}
      <DateText value={of.retrieved_on} />
      {reviewed !== null && (
        <>
          , reviewed there <DateText value={reviewed} />
        </>
      )}
    </p>
  );
}

function Regulators({ place: { regulators } }: { place: Place }) {
  const [first] = regulators;
  if (!first) return null;
  return (
    <PanelSection title="Regulators">
      <ul className="flex flex-col gap-1">
        {regulators.map(({ id, name, acronym, website, scope }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {website ? <OutsideLink href={website}>{name}</OutsideLink> : <bdi>{name}</bdi>}{" "}
            <span className="text-sm text-text-3">
              {[acronym, scope].filter((text) => text && text !== name).join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      <Source of={first} />
    </PanelSection>
  );
}

function Changes({ place: { events } }: { place: Place }) {
  if (events.length === 0) return null;
  return (
    <PanelSection title="Changes in law">
      <ul className="flex flex-col gap-2">
        {events.map((event) => (
          <li key={event.id}>
            <p className="[overflow-wrap:anywhere]">
              <bdi>{event.name}</bdi>
            </p>
            <p className="mt-0.5 flex flex-wrap items-center gap-2 text-sm text-text-2">
              <LawStatus value={event.status} />
              <EventDay event={event} />
            </p>
            <Source of={event} />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

type RulesProps = { law: Jurisdiction; addressWith: PlacePanelProps["addressWith"] };

function Rules({ law, addressWith }: RulesProps) {
  const query: Query = {
    filter: where("jurisdiction_code", "equals", law.code),
    pagination: { page: 1, perPage: 50 },
  };
  const { data } = useRows(resourceOf("jurisdiction_rules"), query);
  const rules = data?.results.filter((rule) => rule.jurisdiction_code === law.code) ?? [];
  const filter = { field: "jurisdiction_code", operator: "is", values: [law.code] } as const;
  const view = encodeViewState({ ...emptyViewState, filters: [filter] });
  return (
    <PanelSection title={`${formatCountFull(law.rule_count)} rules`}>
      <ul>
        {rules.map((rule) => (
          <li key={rule.id}>
            <RuleLine rule={rule} />
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Link
          href={addressWith({ tab: "rules", filter: view.get("filter") })}
          className={linkClass}
        >
          All rules as a table
        </Link>
      </p>
    </PanelSection>
  );
}

function RuleLine({ rule }: { rule: JurisdictionRule }) {
  return (
    <details className="group border-line border-b">
      <summary className="flex min-h-7 cursor-pointer items-center gap-2 py-1 pointer-coarse:min-h-11">
        <span className="min-w-0 flex-1">{questionLabel(rule.dimension)}</span>
        <LawStatus value={rule.status} />
      </summary>
      <div className="pb-2 text-sm">
        <p className="[overflow-wrap:anywhere]">
          <bdi>{rule.requirement_summary}</bdi>
        </p>
        <p className="mt-1 text-text-2 [overflow-wrap:anywhere]">
          {rule.url ? (
            <OutsideLink href={rule.url}>{rule.primary_source}</OutsideLink>
          ) : (
            <bdi>{rule.primary_source}</bdi>
          )}
          {rule.pinpoint && <bdi>, {rule.pinpoint}</bdi>}
        </p>
        <Source of={rule} reviewed={rule.last_reviewed_on} />
      </div>
    </details>
  );
}

/** The other records of the country in the catalog. */
function Records({ place: { country } }: { place: Place }) {
  if (!country) return null;
  const assets = country.asset_count;
  const issuers = country.issuer_count;
  if (assets === 0 && issuers === 0) return null;
  const filter = { field: "country_code", operator: "is", values: [country.code] } as const;
  const search = encodeViewState({ ...emptyViewState, filters: [filter] });
  const many = (count: number, one: string) => {
    return `${formatCountFull(count)} ${one}${count === 1 ? "" : "s"}`;
  };
  return (
    <PanelSection title="In the catalog">
      <ul className="flex flex-col gap-1">
        {assets > 0 && (
          <li>
            <Link href={`/assets?${search}`} className={linkClass}>
              {many(assets, "asset")} issued in this jurisdiction
            </Link>
          </li>
        )}
        {issuers > 0 && (
          <li>
            <Link href={`/issuers?${search}`} className={linkClass}>
              {many(issuers, "issuer")} incorporated there
            </Link>
          </li>
        )}
      </ul>
    </PanelSection>
  );
}
