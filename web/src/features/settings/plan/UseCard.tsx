import type { PlanWithUse, RateInUse, RatesInUse } from "@/api/contract";
import { Card } from "@/components/Card";
import { UsageBar } from "@/components/UsageBar";
import { formatCountFull } from "@/lib/format";
import { amountOf } from "@/records/scopes/wording";
import { CallsByDay } from "@/records/use/CallsByDay";

/** "Requests come back evenly, 50 a second." */
function burstNote({ limit, window_seconds }: RateInUse): string {
  const rate = Math.max(1, Math.round(limit / Math.max(1, window_seconds)));
  return `Requests that can be made at once. They come back at ${formatCountFull(rate)} a second.`;
}

/** The time in which the uses come back of which none is left. */
function dayNote({ whole_in_seconds: seconds }: RateInUse): string {
  if (seconds === 0) return "Nothing is used at present.";
  const hours = Math.ceil(seconds / 3600);
  return `Counted over 24 hours. It is whole again in ${amountOf(hours, "hour")} without a call.`;
}

function Rates({ rates }: { rates: RatesInUse }) {
  const bars = [
    { label: "Requests at once", rate: rates.requests, noteOf: burstNote },
    { label: "Requests per day", rate: rates.requests_per_day, noteOf: dayNote },
    { label: "Rows per day", rate: rates.rows_per_day, noteOf: dayNote },
  ];
  const limited = bars.flatMap(({ rate, ...bar }) => (rate ? [{ ...bar, rate }] : []));
  if (limited.length === 0) return <p className="text-text-2">This plan limits no rate.</p>;
  return limited.map(({ label, rate, noteOf }) => (
    <UsageBar key={label} label={label} used={rate.used} limit={rate.limit} note={noteOf(rate)} />
  ));
}

/** How much of the rates of the plan programs use, and how often keys called in the last days. */
export function UseCard({ plan, rates }: PlanWithUse) {
  return (
    <Card
      title="Use today"
      lead="Calls by programs, for the organization as a whole. Pages of this site are not counted."
    >
      <div className="flex flex-col gap-4 px-(--card-pad) py-4">
        {rates ? (
          <Rates rates={rates} />
        ) : (
          <p className="text-text-2">The present use is not available.</p>
        )}
        <section className="flex flex-col gap-2 border-line border-t pt-4">
          <h3 className="font-medium">Calls with API keys</h3>
          <CallsByDay results={plan.calls_by_day} />
        </section>
      </div>
    </Card>
  );
}
