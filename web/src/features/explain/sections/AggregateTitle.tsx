import type { GetAggregateRequest, GetAggregateResponse } from "@/api/contract";
import { isStale } from "@/charts/data/freshness";
import { lackingText } from "@/charts/data/withheldLabel";
import { subjectLabel } from "@/charts/measures/groups";
import { endOf } from "@/charts/measures/intervals";
import { exactText } from "@/charts/measures/units";
import { Pill } from "@/components/ui/marks/Pill";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText, NoFigure } from "@/components/ui/text/Figure";
import { lastDay } from "@/lib/dates/day";
import { formatPercent } from "@/lib/format";
import { qualifierLabel, qualifierOf } from "@/lib/format/qualifiers";
import { FeedersLeftOut } from "./FeedersLeftOut";
import { Lines, SampleNote, SheetTitle } from "./Worksheet";

/** "3 inputs that the licence does not allow to be shown here" */
function leftOutText({ restricted_count: count }: GetAggregateResponse): string {
  return `${count} ${count === 1 ? "input" : "inputs"} that the licence does not allow to be shown here`;
}

/** How the total of an interval came to be, if it was not measured in it; one that is not over may still change. */
function markText({ total, interval, current_at: now }: GetAggregateResponse, date: string) {
  const own = qualifierOf(total.qualifiers, date);
  const isOver = endOf(interval, date) < now.slice(0, 10);
  if (!own?.is_partial || isOver) return qualifierLabel(own);
  return qualifierLabel({ ...own, is_running: true });
}

type AggregateTitleProps = {
  answer: GetAggregateResponse;
  request: GetAggregateRequest;
  about: string;
  place: number;
  when: string;
};

/** The number of an aggregate in full, with its time, coverage and exclusions. */
export function AggregateTitle(props: AggregateTitleProps) {
  const { answer, request, about, place, when } = props;
  const { total, unit, measure_slug, dates } = answer;
  const value = total.values[place] ?? null;
  const lacking = lackingText(answer, dates[place] ?? "");
  const mark = value === null ? null : markText(answer, dates[place] ?? "");
  // Values as known on an earlier day are not expected to be fresh.
  const isOld = !request.as_of && isStale(total, request.to ?? lastDay());
  return (
    <SheetTitle
      about={<bdi>{about}</bdi>}
      figure={
        value === null ? (
          <NoFigure reason="Not available" />
        ) : (
          <bdi className={isOld ? "text-text-2" : ""}>
            {exactText(value, { unit, measure: measure_slug })}
          </bdi>
        )
      }
      pills={
        <>
          <Pill>{subjectLabel(request.subject_kind ?? "asset", total.member_count)}</Pill>
          {request.is_cohort && <Pill tone="info">Like for like</Pill>}
          {answer.counts_twice && <Pill tone="warning">Some counted more than once</Pill>}
          {isOld && <Pill tone="warning">Stale</Pill>}
          {total.has_sample && <SampleTag />}
        </>
      }
    >
      <Lines
        lines={[
          { label: "Valid", value: when },
          mark === null ? null : { label: "Marked", value: mark },
          { label: "Latest value", value: <DateText value={total.last_date} reason="None" /> },
          {
            label: "Coverage",
            value: `${formatPercent(total.coverage[place], 1)} of the inputs active by then`,
          },
          lacking === null ? null : { label: "Withheld", value: <bdi>{lacking}</bdi> },
          answer.restricted_count > 0 ? { label: "Left out", value: leftOutText(answer) } : null,
          answer.feeder_count > 0
            ? { label: "Feeder funds", value: <FeedersLeftOut {...answer} /> }
            : null,
          request.as_of ? { label: "As known on", value: request.as_of } : null,
        ]}
      />
      {total.has_sample && <SampleNote />}
    </SheetTitle>
  );
}
