import { useQuery } from "@tanstack/react-query";
import { keyUseDays } from "@/api/accessWords";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { ErrorState } from "@/components/states/ErrorState";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { formatCountFull, formatDay } from "@/lib/format";
import { type DayOfUse, dailyUse, scaleEnd } from "./dailyUse";

const height = 96;

function callsText({ accepted, refused }: Omit<DayOfUse, "day">): string {
  const calls = accepted + refused;
  const words = `${formatCountFull(calls)} ${calls === 1 ? "call" : "calls"}`;
  return refused === 0 ? words : `${words}, ${formatCountFull(refused)} refused`;
}

function Key({ tone, children }: { tone: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2 rounded-xs ${tone}`} />
      {children}
    </span>
  );
}

/** A bar for each day: accepted calls from the ground, refused ones above them. */
function Bars({ days }: { days: ReadonlyArray<DayOfUse> }) {
  const end = scaleEnd(Math.max(...days.map(({ accepted, refused }) => accepted + refused)));
  const share = (calls: number) => (calls === 0 ? 0 : Math.max(2, (height * calls) / end));
  return (
    <div aria-hidden="true">
      <div className="relative flex items-end gap-px border-axis border-b" style={{ height }}>
        <span className="num absolute inset-x-0 top-0 border-grid border-t pt-px text-text-3 text-xs">
          {formatCountFull(end)}
        </span>
        {days.map((day) => (
          <span
            key={day.day}
            title={`${formatDay(day.day)}: ${callsText(day)}`}
            className="relative flex h-full min-w-0 flex-1 flex-col justify-end hover:bg-surface-2"
          >
            <span className="bg-neg-mark" style={{ height: share(day.refused) }} />
            <span className="bg-cat-1" style={{ height: share(day.accepted) }} />
          </span>
        ))}
      </div>
      <div className="num flex justify-between pt-1 text-text-3 text-xs">
        <span>{formatDay(days[0]?.day ?? "")}</span>
        <span>{formatDay(days.at(-1)?.day ?? "")}</span>
      </div>
    </div>
  );
}

/** The same for screen readers: the days with calls, the newest first. */
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

/** How often a key was used on each of the last days. */
export function UsePanel({ id }: { id: string }) {
  const trpc = useTRPC();
  const use = useQuery(trpc.apiKeys.use.queryOptions({ id }, { staleTime: 0 }));
  if (use.isPending) {
    return (
      <Loading label="Loading the use of this key">
        <Skeleton className="h-[136px] w-full rounded-sm" />
      </Loading>
    );
  }
  if (use.isError && !use.data) {
    return (
      <ErrorState
        what="The use of this key"
        failure={describeFailure(use.error)}
        onRetry={() => void use.refetch()}
      />
    );
  }
  const days = dailyUse(use.data.results, new Date().toISOString().slice(0, 10));
  const total = (name: "accepted" | "refused") => days.reduce((sum, day) => sum + day[name], 0);
  const totals = { accepted: total("accepted"), refused: total("refused") };
  if (totals.accepted + totals.refused === 0) {
    return <p className="text-sm text-text-2">No calls in the last {keyUseDays} days.</p>;
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
        <span className="num font-medium">{callsText(totals)}</span>
        <span className="flex gap-x-3 text-text-2">
          <Key tone="bg-cat-1">Accepted</Key>
          <Key tone="bg-neg-mark">Refused</Key>
        </span>
        <span className="ms-auto text-text-3 text-xs">Last {keyUseDays} days, UTC</span>
      </p>
      <Bars days={days} />
      <DaysTable days={days} />
    </div>
  );
}
