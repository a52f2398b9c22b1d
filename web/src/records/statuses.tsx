import type { Investment, Status } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { Pill, type PillTone } from "@/components/ui/marks/Badge";
import { Icon } from "@/components/ui/marks/Icon";
import { Popover } from "@/components/ui/overlays/Popover";
import { NoFigure } from "@/components/ui/text/Figure";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { notDisclosed } from "./cells";

type StatusText = { label: string; meaning: string; tone: PillTone };

/** The nine statuses of loans, pools and investments, from the first to the last. */
const statuses: Record<Status, StatusText> = {
  open: { label: "Open", meaning: "Open to invest", tone: "info" },
  full: { label: "Full", meaning: "Reached capacity", tone: "neutral" },
  funded: { label: "Funded", meaning: "Funded with capital from pools", tone: "info" },
  active: {
    label: "Active",
    meaning: "Withdrawn funds and paying installments on schedule",
    tone: "positive",
  },
  late: { label: "Late", meaning: "Missed scheduled installment", tone: "warning" },
  repaid: { label: "Repaid", meaning: "All capital repaid and closed", tone: "neutral" },
  closed: { label: "Closed", meaning: "Closed, cannot be invested in", tone: "neutral" },
  defaulted: { label: "Defaulted", meaning: "Defaulted on payments", tone: "negative" },
  liquidated: {
    label: "Liquidated",
    meaning: "Defaulted and collateral liquidated",
    tone: "negative",
  },
};

export function statusMeaning(status: Status): string {
  return statuses[status].meaning;
}

/** A status by its label; its meaning is its title and stands in the legend. */
export function StatusPill({ status }: { status: Status | null }) {
  if (status === null) return <NoFigure reason={notDisclosed} />;
  const { label, meaning, tone } = statuses[status];
  return (
    <span title={meaning}>
      <Pill tone={tone}>{label}</Pill>
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
        {Object.values(statuses).map(({ label, meaning, tone }) => (
          <div key={label} className="contents">
            <dt>
              <Pill tone={tone}>{label}</Pill>
            </dt>
            <dd>{meaning}</dd>
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
