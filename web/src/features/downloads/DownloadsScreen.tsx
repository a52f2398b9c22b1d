import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { DataNote } from "@/components/states/DataNote";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { LoadingCard } from "@/components/states/LoadingCard";
import { useSamples } from "@/lib/browser/display";
import { DatasetCard } from "./DatasetCard";
import { datasetsOf } from "./datasetFiles";
import { lists } from "./downloadableLists";
import { ListCard } from "./ListCard";
import { ManifestCard } from "./ManifestCard";

/** Files with everything: data sets that were written beforehand, and lists. */
export function DownloadsScreen() {
  return (
    <>
      <Datasets />
      {lists.map((list) => (
        <ListCard key={list.name} list={list} />
      ))}
    </>
  );
}

/** As the signed manifest lists them. */
function Datasets() {
  const trpc = useTRPC();
  const datasets = useQuery(trpc.datasets.list.queryOptions());
  const isExcluding = useSamples() === "off";
  if (datasets.isPending) return <LoadingCard title="Data sets" what="the data sets" />;
  if (!datasets.data) {
    return (
      <Card title="Data sets">
        <ErrorState
          what="The data sets"
          failure={describeFailure(datasets.error)}
          onRetry={() => void datasets.refetch()}
        />
      </Card>
    );
  }
  const { manifest } = datasets.data;
  if (!manifest || manifest.files.length === 0) {
    return (
      <Card title="Data sets">
        <EmptyState
          title="No data sets yet"
          shows={["Daily values, transfers, holders, subjects, series and loads"]}
          source="Time series, exported a few seconds after each data load."
        />
      </Card>
    );
  }
  const files = isExcluding ? manifest.files.filter((file) => !file.is_sample) : manifest.files;
  const hasSample = files.some((file) => file.is_sample);
  return (
    <>
      {(hasSample || isExcluding) && <DataNote kind={hasSample ? "sample" : "facts"} />}
      {datasetsOf(files).map((dataset) => (
        <DatasetCard key={dataset.id} dataset={dataset} />
      ))}
      {/* A plan with some of the data sets has no manifest, which names all of them. */}
      {datasets.data.signature && (
        <ManifestCard madeAt={manifest.made_at} publicKey={datasets.data.public_key} />
      )}
    </>
  );
}
