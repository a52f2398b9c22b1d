import type { GetAggregateRequest, Load } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { useAggregateOrigins } from "@/charts/data/useTimeseries";
import { ErrorState } from "@/components/states/ErrorState";
import { DateText } from "@/components/ui/text/Figure";
import { formatCountFull } from "@/lib/format";
import { Lines } from "./Worksheet";

type Source = { name: string; licences: string; loads: ReadonlyArray<Load>; newest: Load };

const byAge = (one: Load, other: Load) => other.known_at.localeCompare(one.known_at);

/** The loads by who published them, the newest first. */
function sourcesOf(loads: ReadonlyArray<Load>): ReadonlyArray<Source> {
  const names = [...new Set(loads.map(({ source }) => source))];
  return names
    .flatMap((name): Source[] => {
      const own = loads.filter(({ source }) => source === name);
      const [newest] = own.toSorted(byAge);
      const licences = [...new Set(own.map(({ licence }) => licence))].join("; ");
      return newest ? [{ name, licences, loads: own, newest }] : [];
    })
    .toSorted((one, other) => byAge(one.newest, other.newest));
}

/** The publishers of the values of a sum, with licence and the time when the values became known. */
export function AggregateSources({ request }: { request: GetAggregateRequest }) {
  const answer = useAggregateOrigins(request);
  if (answer.error) {
    const retry = () => void answer.refetch();
    return <ErrorState failure={describeFailure(answer.error)} what="The source" onRetry={retry} />;
  }
  if (!answer.data) return <p className="text-sm text-text-2">Loading the sources</p>;
  const sources = sourcesOf(answer.data.loads);
  if (sources.length === 0) return <p className="text-sm text-text-2">No value is available.</p>;
  return (
    <ul className="flex flex-col gap-3">
      {sources.map(({ name, licences, loads, newest }) => (
        <li key={name}>
          <Lines
            lines={[
              { label: "Source", value: <bdi>{name}</bdi> },
              { label: "Licence", value: <bdi>{licences}</bdi> },
              newest.attribution
                ? { label: "Attribution", value: <bdi>{newest.attribution}</bdi> }
                : null,
              { label: "Recorded on", value: <DateText value={newest.known_at} time /> },
              {
                label: "Files",
                value: `${formatCountFull(loads.length)}, method ${newest.method_version}`,
              },
            ]}
          />
        </li>
      ))}
    </ul>
  );
}
