import type { Asset, Property } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { where } from "@/api/listQuery";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { Figure, NoFigure } from "@/components/ui/text/Figure";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { Words } from "@/records/cells";
import { FactList } from "@/records/FactList";
import { resourceOf } from "@/records/resource";
import type { FactGroup } from "@/records/sheet";
import { useMeta, useRows } from "@/records/useCatalog";

const address: FactGroup<Property> = {
  title: "Address",
  facts: [
    { field: "street", label: "Street", value: (row) => <Words>{row.street}</Words> },
    { field: "city", label: "City", value: (row) => <Words>{row.city}</Words> },
    { field: "state", label: "State", value: (row) => <Words>{row.state}</Words> },
    { field: "country_name", label: "Country", value: (row) => <Words>{row.country_name}</Words> },
  ],
};

const position: FactGroup<Property> = {
  title: "On the map",
  facts: [
    { field: "latitude", label: "Latitude", value: (row) => <Degrees value={row.latitude} /> },
    { field: "longitude", label: "Longitude", value: (row) => <Degrees value={row.longitude} /> },
    {
      field: "longitude",
      label: "Map",
      when: isPlaced,
      isLink: true,
      value: (row) => <MapLink property={row} />,
    },
  ],
};

function isPlaced({ latitude, longitude }: Property): boolean {
  return latitude !== null && longitude !== null;
}

function Degrees({ value }: { value: number | null }) {
  if (value === null) return <NoFigure reason={notDisclosed} />;
  return <Figure text={`${value.toFixed(5)}°`} exact={String(value)} />;
}

function MapLink({ property: { latitude, longitude } }: { property: Property }) {
  const place = `${latitude}/${longitude}`;
  const marker = `mlat=${latitude}&mlon=${longitude}`;
  return (
    <OutsideLink href={`https://www.openstreetmap.org/?${marker}#map=17/${place}`}>
      OpenStreetMap
    </OutsideLink>
  );
}

/** The location of the real estate behind an asset. */
export function PropertyFacts({ asset }: { asset: Asset }) {
  const meta = useMeta(resourceOf("properties"));
  const answer = useRows(resourceOf("properties"), {
    filter: where("asset_slug", "equals", asset.slug),
    pagination: { page: 1, perPage: 1 },
  });
  const [property] = answer.data?.results ?? [];
  if (property)
    return (
      <FactList groups={[address, position]} row={property} of="properties" meta={meta.data} />
    );
  if (answer.data) {
    return (
      <Card>
        <EmptyState title="No property">No location is recorded for this asset.</EmptyState>
      </Card>
    );
  }
  if (answer.error) {
    const retry = () => void answer.refetch();
    return (
      <Card>
        <ErrorState failure={describeFailure(answer.error)} what="Property" onRetry={retry} />
      </Card>
    );
  }
  return (
    <Loading label="Loading the property">
      <Skeleton className="h-[180px] rounded-md" />
    </Loading>
  );
}
