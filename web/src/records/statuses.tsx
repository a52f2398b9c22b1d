import { type Investment, type Status, statusMeanings } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { Icon } from "@/components/ui/marks/Icon";
import { Pill, type PillTone } from "@/components/ui/marks/Pill";
import { Popover } from "@/components/ui/overlays/Popover";
import { NoFigure } from "@/components/ui/text/Figure";

import { choiceLabel } from "@/lib/format/choiceLabel";
import { notDisclosed } from "@/lib/format/notDisclosed";

/** The colour of each status, from the first to the last. */
const tones: Record<Status, PillTone> = {
  open: "info",
  full: "neutral",
  funded: "info",
  active: "positive",
  late: "warning",
  repaid: "neutral",
  closed: "neutral",
  defaulted: "negative",
  liquidated: "negative",
};

/** A status by its label; its meaning is its title and stands in the legend. */
export function StatusPill({ status }: { status: Status | null }) {
  if (status === null) return <NoFigure reason={notDisclosed} />;
  const meaning = statusMeanings[status];
  return (
    <span title={meaning}>
      <Pill tone={tones[status]}>{choiceLabel(status)}</Pill>
      <span className="sr-only">: {meaning}</span>
    </span>
  );
}

/** The meaning of each status, behind a button. */
export function StatusLegend() {
  return (
    <Popover
      label="What the statuses mean"
      align="end"
      className="w-[340px] p-3"
      trigger={
        <Button size="small">
          <Icon name="info" size={14} />
          Statuses
        </Button>
      }
    >
      <dl className="grid grid-cols-[92px_minmax(0,1fr)] items-center gap-x-2 gap-y-2 text-sm">
        {(Object.keys(tones) as Status[]).map((status) => (
          <div key={status} className="contents">
            <dt>
              <Pill tone={tones[status]}>{choiceLabel(status)}</Pill>
            </dt>
            <dd>{statusMeanings[status]}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

/** Whether one can invest now or soon. */
export function AvailabilityPill({ value }: { value: Investment["availability"] }) {
  return <Pill tone={value === "live" ? "positive" : "info"}>{choiceLabel(value)}</Pill>;
}
