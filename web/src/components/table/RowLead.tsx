import { TickBox } from "@/components/ui/inputs/TickBox";
import { placeName } from "./grid/gridKeys";

/** The checkbox or the rank of a row, in front of its first column. */
export type RowLead =
  | { kind: "select"; all: boolean; some: boolean; onAll: () => void }
  | { kind: "rank" };

const box = "w-[34px] text-center";
const rank = "w-10 text-end @max-[560px]:hidden";

export function leadLook(kind: RowLead["kind"]): string {
  return kind === "select" ? box : rank;
}

type LeadHeadProps = { lead: RowLead; className: string; isActive: boolean };

export function LeadHead({ lead, className, isActive }: LeadHeadProps) {
  if (lead.kind === "rank") {
    return (
      <th scope="col" className={`${className} ${rank}`}>
        <span aria-hidden="true">#</span>
        <span className="sr-only">Rank</span>
      </th>
    );
  }
  return (
    <th className={`${className} ${box}`}>
      <TickBox
        aria-label="Select all rows of this page"
        data-cell={placeName({ row: -1, column: 0 })}
        tabIndex={isActive ? 0 : -1}
        checked={lead.all}
        mixed={lead.some && !lead.all}
        onChange={lead.onAll}
      />
    </th>
  );
}
