import type { ApiKeyUse } from "@/api/contract";
import { BarKey, DailyBars } from "@/components/DailyBars";
import { shownDays } from "@/components/lastDays";
import { formatCountFull, formatDay } from "@/lib/format";
import { type DayOfUse, dailyUse } from "./dailyUse";

function callsText({ accepted, refused }: Omit<DayOfUse, "day">): string {
  const calls = accepted + refused;
  const words = `${formatCountFull(calls)} ${calls === 1 ? "call" : "calls"}`;
  return refused === 0 ? words : `${words}, ${formatCountFull(refused)} refused`;
}

/** The bars for screen readers: the days with calls, the newest first. */
function DaysTable({ days }: { days: ReadonlyArray<DayOfUse> }) {
  const used = days.filter(({ accepted, refused }) => accepted + refused > 0).toReversed();
  return (
    <table className="sr-only">
      <caption>Calls by day (UTC)</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Calls</th>
          <th scope="col">Refused</th>
        </tr>
      </thead>
      <tbody>
        {used.map(({ day, accepted, refused }) => (
          <tr key={day}>
            <th scope="row">{formatDay(day)}</th>
            <td>{formatCountFull(accepted + refused)}</td>
            <td>{formatCountFull(refused)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The calls of programs on each of the last days: their total, a bar for each day, and a table for screen readers. */
export function CallsByDay({ results }: { results: ReadonlyArray<ApiKeyUse> }) {
  const days = dailyUse(results, new Date().toISOString().slice(0, 10));
  const total = (name: "accepted" | "refused") => days.reduce((sum, day) => sum + day[name], 0);
  const totals = { accepted: total("accepted"), refused: total("refused") };
  if (totals.accepted + totals.refused === 0) {
    return <p className="text-sm text-text-2">No calls in the last {shownDays} days.</p>;
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
        <span className="num font-medium">{callsText(totals)}</span>
        <span className="flex gap-x-3 text-text-2">
          <BarKey tone="bg-cat-1">Accepted</BarKey>
          <BarKey tone="bg-neg-mark">Refused</BarKey>
        </span>
        <span className="ms-auto text-text-3 text-xs">Last {shownDays} days, UTC</span>
      </p>
      <DailyBars
        days={days.map((day) => {
          return { day: day.day, parts: [day.accepted, day.refused], text: callsText(day) };
        })}
        tones={["bg-cat-1", "bg-neg-mark"]}
      />
      <DaysTable days={days} />
    </div>
  );
}
