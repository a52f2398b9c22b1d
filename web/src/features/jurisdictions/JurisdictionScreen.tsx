import dynamic from "next/dynamic";
import { useMemo } from "react";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { WorldMap } from "@/components/map/WorldMap";
import { ErrorState } from "@/components/states/ErrorState";
import { Skeleton } from "@/components/ui/feedback/Skeleton";
import { Select } from "@/components/ui/selects/Select";
import { Tabs } from "@/components/ui/tabs/Tabs";
import { useAddress, withParams } from "@/lib/address/useAddress";
import { useViewState } from "@/lib/address/useViewState";
import { isShade, type ShadeName, shadedMap, shades } from "./placeShades";
import { isRecorded, type Place, unionCode } from "./places";
import { useLaw } from "./useLaw";

const PlacesTable = dynamic(async () => (await import("./PlacesTable")).PlacesTable, {
  loading: () => <Waiting />,
});
// Parts that the first view does not show are fetched when they are opened.
const EligibilityMatrix = dynamic(
  async () => (await import("./EligibilityMatrix")).EligibilityMatrix,
  {
    loading: () => <Waiting />,
  },
);
const LawList = dynamic(async () => (await import("./LawList")).LawList, {
  loading: () => <Waiting />,
});
const PlacePanel = dynamic(async () => (await import("./PlacePanel")).PlacePanel);

function Waiting() {
  return <Skeleton className="h-96 rounded-md" />;
}

const tabs = ["countries", "matrix", "rules", "regulators", "changes"] as const;
type TabName = (typeof tabs)[number];

const shadeOptions = Object.entries(shades).flatMap(([value, { label }]) =>
  isShade(value) ? { value, content: { label } } : [],
);

const path = "/tools/jurisdiction_explorer";

/** Parameters of the table of one tab, which mean nothing in another. */
const ofTable = { filter: null, sort: null, page: null, columns: null, rows: null, open: null };

/** The laws that are recorded are those on stablecoins, so the matrix begins with them. */
const onCoins = "asset_class_slug:is:stablecoins";

/** The law and the regulator of each jurisdiction, and its eligible investors. */
export function JurisdictionScreen() {
  const { search, put } = useAddress();
  const { places, error, retry } = useLaw();
  const params = new URLSearchParams(search);
  const tab = tabs.find((name) => name === params.get("tab")) ?? "countries";
  const written = params.get("layer");
  const shade: ShadeName = isShade(written) ? written : "law";
  const byCode = useMemo(() => new Map(places?.map((place) => [place.code, place])), [places]);
  const chosen = byCode.get(params.get("country") ?? "") ?? null;
  const set = (changes: Record<string, string | null>) => put(withParams(search, changes));
  const addressWith = (changes: Readonly<Record<string, string | null>>) => {
    return `?${withParams(search, changes)}`;
  };
  if (error && !places) {
    return (
      <Card>
        <ErrorState failure={describeFailure(error)} what="The jurisdictions" onRetry={retry} />
      </Card>
    );
  }
  return (
    <>
      <div className={`grid gap-4 ${chosen ? "xl:grid-cols-[minmax(0,1fr)_392px]" : ""}`}>
        <MapCard
          places={places}
          shade={shade}
          chosen={chosen}
          onShade={(next) => set({ layer: next === "law" ? null : next })}
          onChoose={(country) => set({ country })}
        />
        {chosen && (
          <div className="relative min-w-0 rounded-md border border-line bg-surface">
            {/* As high as the map beside it, where it stands beside it. */}
            <div className="xl:absolute xl:inset-0 xl:grid">
              <PlacePanel
                key={chosen.code}
                place={chosen}
                union={chosen.isMember ? (byCode.get(unionCode) ?? null) : null}
                addressWith={(changes) => addressWith({ ...ofTable, ...changes })}
                onClose={() => set({ country: null })}
              />
            </div>
          </div>
        )}
      </div>
      <Tabs
        label="Records"
        tabs={[
          {
            value: "countries",
            label: "Countries",
            count: places?.filter(isRecorded).length ?? null,
          },
          { value: "matrix", label: "Investor eligibility" },
          { value: "rules", label: "Rules" },
          { value: "regulators", label: "Regulators" },
          { value: "changes", label: "Changes in law" },
        ]}
        value={tab}
        onChange={(next) =>
          set({
            ...ofTable,
            tab: next === "countries" ? null : next,
            filter: next === "matrix" ? onCoins : null,
          })
        }
      >
        <div className="pt-4">
          <TabContent
            tab={tab}
            places={places}
            hrefOf={({ code }) => `${path}${addressWith({ country: code })}`}
          />
        </div>
      </Tabs>
    </>
  );
}

type TabContentProps = {
  tab: TabName;
  places: ReadonlyArray<Place> | undefined;
  hrefOf: (place: Place) => string;
};

function TabContent({ tab, places, hrefOf }: TabContentProps) {
  const { view, change } = useViewState();
  if (tab === "rules" || tab === "regulators" || tab === "changes") return <LawList of={tab} />;
  if (!places) return <Waiting />;
  if (tab === "matrix") return <EligibilityMatrix places={places} />;
  return <PlacesTable places={places} view={view} onChange={change} hrefOf={hrefOf} />;
}

type MapCardProps = {
  places: ReadonlyArray<Place> | undefined;
  shade: ShadeName;
  chosen: Place | null;
  onShade: (shade: ShadeName) => void;
  onChoose: (code: string | null) => void;
};

const noPlaces: ReadonlyArray<Place> = [];

function MapCard({ places = noPlaces, shade, chosen, onShade, onChoose }: MapCardProps) {
  const { label, note } = shades[shade];
  const map = useMemo(() => shadedMap(shade, places), [shade, places]);
  const selected = useMemo(() => {
    if (!chosen?.isUnion) return chosen ? [chosen.code] : [];
    return places.flatMap(({ code, isMember }) => (isMember ? code : []));
  }, [chosen, places]);
  return (
    <section
      aria-label="Map"
      className="min-w-0 self-start rounded-md border border-line bg-surface"
    >
      <header className="flex flex-wrap items-center gap-2 border-line border-b px-(--card-pad) py-2.5">
        <h2 className="min-w-0 flex-1 font-semibold text-md">{label} by country</h2>
        <Select
          look="toolbar"
          label="Show"
          options={shadeOptions}
          value={shade}
          onChange={onShade}
        />
      </header>
      <div className="p-2">
        <WorldMap
          label={`${label} by country`}
          places={map.places}
          selected={selected}
          onSelect={onChoose}
        />
      </div>
      <footer className="px-(--card-pad) pb-3 text-sm">
        <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1">
          {map.legend.map((entry) => (
            <li key={entry.label} className="flex items-center gap-1.5">
              <span
                aria-hidden="true"
                className="size-[11px] flex-none rounded-xs border border-axis"
                style={{ background: entry.colour }}
              />
              {entry.label}
            </li>
          ))}
        </ul>
        <p className="mt-1.5 text-text-3 text-xs">
          {note} Country outlines: Natural Earth, public domain, equal-area projection; they imply
          no position on borders. Very small countries are shown as dots.
        </p>
      </footer>
    </section>
  );
}
