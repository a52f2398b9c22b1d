import { useId, useMemo, useState } from "react";
import {
  type Asset,
  type Investment,
  type JurisdictionRule,
  largestPage,
  type Query,
} from "@/api/contract";
import { where } from "@/api/listQuery";
import { Button } from "@/components/ui/buttons/Button";
import { Icon } from "@/components/ui/marks/Icon";
import { Popover } from "@/components/ui/overlays/Popover";
import { OptionList } from "@/components/ui/selects/OptionList";
import { useAddress, withParams } from "@/lib/address/useAddress";
import { usePressed } from "@/lib/browser/usePressed";
import { ListScreen } from "@/lists/ListScreen";
import type { CatalogColumn, Listing } from "@/lists/listing";
import { assetListing } from "@/lists/listings/assetListing";
import { RecordName } from "@/records/cells";
import { EligibilityMark, VerdictLegend, verdictName } from "@/records/eligibility/EligibilityMark";
import { assetEligibility, type Reason } from "@/records/eligibility/eligibility";
import { resourceOf } from "@/records/resource";
import { useRows } from "@/records/useCatalog";
import { bestDocumented, lawsOf, type Place } from "./places";

const most = 12;
const usual = 8;
/** As many pairs as a card of a phone holds. */
const inCards = 4;

const everyOffer: Query = { pagination: { page: 1, perPage: largestPage } };
const sellingRules: Query = {
  filter: where("dimension", "equals", "distribution"),
  pagination: { page: 1, perPage: 200 },
};

type Sources = {
  places: ReadonlyMap<string, Place>;
  offers: ReadonlyArray<Investment>;
  rules: ReadonlyArray<JurisdictionRule>;
};

function countryColumn(place: Place, { places, offers, rules }: Sources): CatalogColumn<Asset> {
  const laws = lawsOf(place, places);
  const codes = laws.map(({ code }) => code);
  const known = { laws, rules: rules.filter((rule) => codes.includes(rule.jurisdiction_code)) };
  const judge = (asset: Asset) => {
    const own = offers.filter(({ asset_slug }) => asset_slug === asset.slug);
    return assetEligibility(asset, place, { ...known, offers: own });
  };
  return {
    id: `investor_${place.code}`,
    header: place.name,
    kind: "state",
    width: 104,
    fields: [],
    fileTexts: {
      [`investor_${place.code}`]: (asset) => verdictName(judge(asset).verdict),
      [`investor_${place.code}_because`]: (asset) => spelt(judge(asset).reasons),
    },
    cell: (asset) => (
      <EligibilityMark eligibility={judge(asset)} subject={`${asset.name} in ${place.name}`} />
    ),
  };
}

/** The basis of a verdict, for a file: each reason with its source. */
function spelt(reasons: ReadonlyArray<Reason>): string {
  return reasons.map(({ text, from }) => `${text} (${from.source}, ${from.licence})`).join(" ");
}

function matrixListing(countries: ReadonlyArray<Place>, sources: Sources): Listing<Asset> {
  const columns = countries.map((place) => countryColumn(place, sources));
  return {
    ...assetListing,
    label: "Investor eligibility",
    sort: { column: "name", direction: "ascending" },
    columns: [
      {
        id: "name",
        header: "Asset",
        kind: "text",
        fields: ["name", "symbol"],
        cell: (row) => (
          <RecordName row={row} symbol={row.symbol} classSlug={row.asset_class_slug} />
        ),
      },
      ...columns,
      {
        id: "country_name",
        header: "Jurisdiction of issue",
        kind: "text",
        fields: ["country_code", "country_name"],
        cell: (row) => row.country_name ?? "",
      },
    ],
    cards: {
      ...assetListing.cards,
      value: () => null,
      pairs: columns.slice(0, inCards).map(({ id }) => id),
    },
    coverage: <VerdictLegend />,
  };
}

/** Assets by the country of the investor: what sources say about each pair, and what they rest on. */
export function EligibilityMatrix({ places }: { places: ReadonlyArray<Place> }) {
  const { search, put } = useAddress();
  const offers = useRows(resourceOf("investments"), everyOffer);
  const rules = useRows(resourceOf("jurisdiction_rules"), sellingRules);
  const byCode = useMemo(() => new Map(places.map((place) => [place.code, place])), [places]);
  const written = new URLSearchParams(search).get("investor_countries");
  const codes =
    written === null ? bestDocumented(places, usual) : written.split(",").slice(0, most);
  const shown = codes.flatMap((code) => byCode.get(code) ?? []);
  const key = shown.map(({ code }) => code).join(",");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the countries.
  const listing = useMemo(() => {
    const sources = {
      places: byCode,
      offers: offers.data?.results ?? [],
      rules: rules.data?.results ?? [],
    };
    const incomplete = !offers.data || !rules.data;
    return { ...matrixListing(shown, sources), incomplete };
  }, [key, byCode, offers.data, rules.data]);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-72 text-text-2">
          Each cell combines offers and laws for residents of a country. Select a cell for its
          sources; without a source, the result is unknown.
        </p>
        <CountryPicker
          places={places}
          chosen={shown.map(({ code }) => code)}
          onChange={(next) => put(withParams(search, { investor_countries: next.join(",") }))}
        />
      </div>
      {shown.length > inCards && (
        <p className="text-sm text-text-2 md:hidden">
          On a narrow screen, the cards show the first {inCards} of {shown.length} countries.
        </p>
      )}
      <ListScreen listing={listing} />
    </div>
  );
}

type CountryPickerProps = {
  places: ReadonlyArray<Place>;
  chosen: ReadonlyArray<string>;
  onChange: (codes: ReadonlyArray<string>) => void;
};

function CountryPicker({ places, ...props }: CountryPickerProps) {
  const [chosen, press] = usePressed(props.chosen, props.onChange);
  const id = useId();
  const [open, setOpen] = useState(false);
  const options = useMemo(() => {
    const countries = places.filter(({ isUnion }) => !isUnion);
    return countries.map(({ code, name }) => ({ value: code, content: { label: name } }));
  }, [places]);
  const pick = (code: string) => {
    if (chosen.includes(code)) press(chosen.filter((one) => one !== code));
    else if (chosen.length < most) press([...chosen, code]);
  };
  return (
    <Popover
      label="Countries of investors"
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-[284px] p-1.5"
      trigger={
        <Button size="small">
          <Icon name="jurisdiction" size={14} />
          Countries <span className="num">{chosen.length}</span>
        </Button>
      }
    >
      <OptionList
        label="Countries of investors"
        listId={id}
        options={options}
        selected={chosen}
        multiple
        onPick={pick}
        onClose={() => setOpen(false)}
      />
      {chosen.length >= most && (
        <p role="status" className="px-2.5 pt-1 text-sm text-text-2">
          {most} countries at most; remove one first.
        </p>
      )}
    </Popover>
  );
}
