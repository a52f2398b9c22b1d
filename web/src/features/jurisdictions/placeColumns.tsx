import type { Column } from "@/components/table/columns";
import { Count, DateText, NoFigure } from "@/components/ui/text/Figure";
import type { Sort } from "@/lib/address/viewState";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { fieldLabel } from "@/lists/metaFields";
import { NumberCell } from "@/lists/numbers/NumberCell";
import type { CardLayout } from "@/lists/table/TableCards";
import { Choice, Words } from "@/records/cells";
import { FactNumber, type FactNumberProps } from "@/records/FactNumber";
import { type Place, ruleCount } from "./places";

type CellValue = string | number | null;

/** A column of the table of places, which has all its rows and so sorts and writes them itself. */
type PlaceColumn = Column<Place> & { value: (place: Place) => CellValue };

const allowances = ["allows_fiat_backed", "allows_asset_backed", "allows_algorithmic"] as const;
const allowanceLabels: Record<string, string> = {
  true: "Allowed",
  false: "Not allowed",
  unclear: "Unclear",
};

/** The verdict of a law on one kind of stablecoin. */
export function allowance(value: string | null): string | null {
  return value && (allowanceLabels[value] ?? choiceLabel(value));
}

function regulatorOf({ regulators: [main] }: Place): string | null {
  return main ? (main.acronym ?? main.name) : null;
}

type OfRecordProps = Omit<FactNumberProps, "row"> & { row: FactNumberProps["row"] | null };

/** A number of the record of a jurisdiction; a dash without one. */
function OfRecord({ row, ...number }: OfRecordProps) {
  return row ? <FactNumber row={row} {...number} /> : number.children;
}

function Rules({ place, inGrid = false }: { place: Place; inGrid?: boolean }) {
  return (
    <OfRecord of="jurisdictions" row={place.law} field="rule_count" label="Rules" inGrid={inGrid}>
      <Count value={ruleCount(place)} full />
    </OfRecord>
  );
}

type OfCountryProps = {
  country: Place["country"];
  field: "asset_count" | "issuer_count";
  label: string;
};

function OfCountry({ country, field, label }: OfCountryProps) {
  return (
    <OfRecord of="countries" row={country} field={field} label={label} inGrid>
      <Count value={country?.[field] ?? null} reason="No country" full />
    </OfRecord>
  );
}

export const placeColumns: ReadonlyArray<PlaceColumn> = [
  {
    id: "name",
    header: "Country",
    kind: "text",
    sortable: true,
    value: ({ name }) => name,
    cell: ({ name, code }) => (
      <span className="flex min-w-0 items-center gap-2">
        <span className="w-6 flex-none font-mono text-text-3 text-xs">{code}</span>
        <bdi className="truncate">{name}</bdi>
      </span>
    ),
  },
  {
    id: "legal_status",
    header: "Law on stablecoins",
    kind: "state",
    sortable: true,
    description: "Legal status of stablecoins, as classified by the source.",
    value: ({ law }) => law?.legal_status ?? null,
    cell: ({ law }) => <Choice>{law?.legal_status}</Choice>,
  },
  {
    id: "regime_status",
    header: "Regime",
    kind: "state",
    sortable: true,
    description: "Stage of the regulatory regime.",
    value: ({ law }) => law?.regime_status ?? null,
    cell: ({ law }) => <Choice>{law?.regime_status}</Choice>,
  },
  ...allowances.map(
    (field): PlaceColumn => ({
      id: field,
      header: fieldLabel(field.replace("allows_", "")),
      kind: "state",
      sortable: true,
      defaultHidden: field === "allows_asset_backed",
      description: "Whether the law allows stablecoins of this kind.",
      value: ({ law }) => law?.[field] ?? null,
      cell: ({ law }) => <Words>{allowance(law?.[field] ?? null)}</Words>,
    }),
  ),
  {
    id: "regulator",
    header: "Primary regulator",
    kind: "text",
    sortable: true,
    value: regulatorOf,
    cell: (place) => <Words>{regulatorOf(place)}</Words>,
  },
  {
    id: "rules",
    header: "Rules",
    kind: "number",
    sortable: true,
    value: ruleCount,
    cell: (place) => <Rules place={place} inGrid />,
  },
  {
    id: "assets",
    header: "Assets",
    kind: "number",
    sortable: true,
    description: "Assets issued in this jurisdiction.",
    value: ({ country }) => country?.asset_count ?? null,
    cell: ({ country }) => <OfCountry country={country} field="asset_count" label="Assets" />,
  },
  {
    id: "issuers",
    header: "Issuers",
    kind: "number",
    sortable: true,
    description: "Issuers incorporated there.",
    value: ({ country }) => country?.issuer_count ?? null,
    cell: ({ country }) => <OfCountry country={country} field="issuer_count" label="Issuers" />,
  },
  {
    id: "value",
    header: "Value",
    unit: "US$ m",
    kind: "money",
    value: () => null,
    cell: (place) => <NumberCell row={place} column="value" kind="money" />,
  },
  {
    id: "clarity",
    header: "Clarity, 1 to 5",
    kind: "number",
    sortable: true,
    defaultHidden: true,
    description: "Regulatory clarity, as assessed by the source.",
    value: ({ law }) => law?.regulatory_clarity ?? null,
    cell: ({ law }) => (
      <OfRecord
        of="jurisdictions"
        row={law}
        field="regulatory_clarity"
        label="Regulatory clarity"
        inGrid
      >
        <Count value={law?.regulatory_clarity ?? null} reason={notDisclosed} full />
      </OfRecord>
    ),
  },
  {
    id: "reviewed",
    header: "Reviewed",
    kind: "date",
    sortable: true,
    defaultHidden: true,
    value: ({ law }) => law?.last_reviewed ?? null,
    cell: ({ law }) => <DateText value={law?.last_reviewed} reason={notDisclosed} />,
  },
  {
    id: "source",
    header: "Source",
    kind: "text",
    width: 240,
    value: (place) => originOf(place)?.source ?? null,
    cell: (place) => {
      const origin = originOf(place);
      return origin ? (
        <bdi title={`${origin.source} · ${origin.licence}`}>{origin.source}</bdi>
      ) : (
        <NoFigure reason={notDisclosed} />
      );
    },
  },
];

/** The record that the words of a row come from. */
function originOf({ law, country }: Place) {
  return law ?? country;
}

export const defaultPlaceSort: Sort = { column: "rules", direction: "descending" };

/** Unknown last either way, rows alike by name. */
export function sortedPlaces(places: ReadonlyArray<Place>, sort: Sort): ReadonlyArray<Place> {
  const column = placeColumns.find(({ id, sortable }) => id === sort.column && sortable);
  if (!column) return places;
  const turn = sort.direction === "ascending" ? 1 : -1;
  return places.toSorted((one, other) => {
    const [left, right] = [column.value(one), column.value(other)];
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    if (typeof left === "number" && typeof right === "number") return turn * (left - right);
    return turn * String(left).localeCompare(String(right), "en");
  });
}

export const placeCards: CardLayout<Place> = {
  title: ({ name }) => <bdi>{name}</bdi>,
  subtitle: ({ law }) => (law?.legal_status ? choiceLabel(law.legal_status) : "Law not available"),
  value: (place) => <Rules place={place} />,
  change: () => "rules",
  pairs: ["regime_status", "regulator", "assets", "value"],
  longPairs: true,
};
