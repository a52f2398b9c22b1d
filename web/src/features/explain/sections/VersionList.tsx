import type { ObservationVersion } from "@/api/contract";
import { changeText, exactText } from "@/charts/measures/units";
import { DateText } from "@/components/ui/text/Figure";

type VersionListProps = {
  versions: readonly ObservationVersion[];
  unit: string;
  measure: string;
};

function stateOf(index: number, count: number): string {
  if (index === 0) return "Current";
  return index === count - 1 ? "First published" : "Replaced";
}

function figureOf({ value, reason }: ObservationVersion, of: { unit: string; measure: string }) {
  if (value !== null) return exactText(value, of);
  return reason === null ? "Withdrawn" : "Withheld";
}

/** All versions of the value of one day, the newest first. */
export function VersionList({ versions, unit, measure }: VersionListProps) {
  return (
    <ol className="flex flex-col text-sm">
      {versions.map((version, index) => {
        const before = versions[index + 1]?.value ?? null;
        return (
          <li
            key={version.known_at}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-line border-b py-1.5 first:pt-0 last:border-b-0"
          >
            <span>
              <span className="font-medium">{stateOf(index, versions.length)}</span>
              <span className="text-text-3">
                {" "}
                since <DateText value={version.known_at} time />
              </span>
            </span>
            <span className="text-end">
              <bdi className="num">{figureOf(version, { unit, measure })}</bdi>
              {version.value !== null && before !== null && (
                <bdi className="num ms-2 text-text-2">
                  {changeText(version.value, before, unit)}
                </bdi>
              )}
            </span>
            <span className="col-span-2 text-text-3 [overflow-wrap:anywhere]">
              {version.reason_meaning ?? version.reason ?? version.load.file}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
