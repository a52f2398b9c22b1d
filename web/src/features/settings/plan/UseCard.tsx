import type { PlanWithUse, RateInUse, RatesInUse } from "@/api/contract";
import { Card } from "@/components/Card";
import { UsageBar } from "@/components/UsageBar";
import { formatCountFull } from "@/lib/format";
import { amountOf } from "@/records/scopes/wording";
import { CallsByDay } from "@/records/use/CallsByDay";

/** The evenly restored requests: "Restored at 50 per second." */
function burstNote({ limit, window_seconds }: RateInUse): string {
  const rate = Math.max(1, Math.round(limit / Math.max(1, window_seconds)));
  return `The most requests at once. Restored at ${formatCountFull(rate)} per second.`;
}

/** The time until nothing counts towards the limit any more. */
function dayNote({ whole_in_seconds: seconds }: RateInUse): string {
  if (seconds === 0) return "None used in the last 24 hours.";
  const hours = Math.ceil(seconds / 3600);
  return `Counted over 24 hours. Fully restored in ${amountOf(hours, "hour")} if no more are used.`;
}

function Rates({ rates }: { rates: RatesInUse }) {
  const bars = [
    { label: "Requests at once", rate: rates.requests, noteOf: burstNote },
    { label: "Requests per day", rate: rates.requests_per_day, noteOf: dayNote },
    { label: "Rows per day", rate: rates.rows_per_day, noteOf: dayNote },
  ];
  const limited = bars.flatMap(({ rate, ...bar }) => (rate ? [{ ...bar, rate }] : []));
  if (limited.length === 0) return <p className="text-text-2">This plan has no rate limits.</p>;
  return limited.map(({ label, rate, noteOf }) => (
    <UsageBar key={label} label={label} used={rate.used} limit={rate.limit} note={noteOf(rate)} />
  ));
}

/** The used part of the rates of the plan, and the calls of keys in the last days. */
export function UseCard({ plan, rates }: PlanWithUse) {
  return (
    <Card
      title="Usage"
      lead="Calls by programs, for the organization as a whole. Pages of this site are not counted."
    >
      <div className="flex flex-col gap-4 px-(--card-pad) py-4">
        {rates ? (
          <Rates rates={rates} />
        ) : (
          <p className="text-text-2">
            Current usage is not available. Reload the page in a moment.
          </p>
        )}
        <section className="flex flex-col gap-2 border-line border-t pt-4">
          <h3 className="font-medium">Calls with API keys</h3>
          <CallsByDay results={plan.calls_by_day} />
        </section>
      </div>
    </Card>
  );
}
