import type { GetAggregateRequest, ShareExplanation, ShareOfWhole } from "@/api/contract";
import { explainedGroup } from "@/app-state/explainedGroup";
import { explain, type NumberKey } from "@/app-state/numberExplanation";
import { indexPoints } from "@/charts/measures/groupShares";
import { groupLabel } from "@/charts/measures/groups";
import { measureOf } from "@/charts/measures/measures";
import { namesOfGroups, useNames } from "@/charts/measures/names";
import { exactText, shortText } from "@/charts/measures/units";
import { exactSum } from "@/lib/exactSum";
import { formatAmountExact, formatCountFull, formatPercent } from "@/lib/format";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { agreement } from "./Inputs";
import { MarkedName } from "./MarkedName";
import { Lines, Section } from "./Worksheet";

type GroupSharesProps = {
  share: ShareExplanation;
  /** The measure of which the groups have shares. */
  measure: string;
  /** The request for the number. */
  request: GetAggregateRequest;
  date: string;
  value: number | null;
  quantity: { unit: string; measure: string };
  /** How many of the largest groups make the number. */
  counted: number;
  /** Whether the total includes sample data, of which each group has a share. */
  sample: boolean;
};

type Contribution = { key: string; part: number | null; share: number; points: number };

/** The contribution of each group to a share, or to an index, which adds up squares. */
function contributionsOf(groups: ReadonlyArray<ShareOfWhole>, isIndex: boolean): Contribution[] {
  return groups.flatMap(({ key, part, share }) =>
    key === null || share === null
      ? []
      : [{ key, part, share, points: isIndex ? indexPoints(share) : share }],
  );
}

/** The groups whose shares make a number, the largest first, and what they are shares of. */
export function GroupShares(props: GroupSharesProps) {
  const { share, measure, request, date, value, quantity, counted, sample } = props;
  const { whole, undisclosed_share: hidden, at_most: most } = share;
  const kind = request.subject_kind ?? "asset";
  const by = request.group_by ?? "none";
  const isIndex = quantity.unit === "index";
  const money = { unit: measureOf(measure)?.unit ?? "usd", measure };
  const listed = contributionsOf(share.groups, isIndex).slice(0, counted);
  const points = exactSum(listed.map((one) => one.points));
  // Of an index, the groups beyond the list contribute what the listed ones leave.
  const more = Number.isFinite(counted) || value === null ? 0 : share.more_groups;
  const rest = more === 0 || value === null ? null : exactSum([value, -points]);
  const names = useNames(
    namesOfGroups(by, kind),
    listed.map(({ key }) => key),
  );
  const text = (contribution: number) =>
    isIndex ? formatAmountExact(Number(contribution.toFixed(4))) : formatPercent(contribution, 4);
  const { filter = null } = request;
  const only = filter === null ? {} : { filter };
  const one = groupLabel(by, kind).toLowerCase();
  const all: NumberKey = {
    kind: "aggregate",
    of: { measure, subject_kind: kind, ...only },
    date,
    name: "All",
  };
  return (
    <Section title="Groups" note="select one to explain its value">
      <ul className="flex flex-col">
        {listed.map(({ key, part, share: own, points: contribution }) => {
          const name = names.get(key)?.name ?? key;
          const group = { measure, subject_kind: kind, by, key, ...only };
          return (
            <Row
              key={key}
              name={name}
              figure={text(contribution)}
              note={`${shortText(part, money)}${isIndex ? ` · ${formatPercent(own, 4)}` : ""}`}
              number={explainedGroup(group, date, name)}
              sample={sample}
            />
          );
        })}
        {rest !== null && (
          <Row
            name={`${formatCountFull(more)} more`}
            figure={text(rest)}
            note={null}
            sample={sample}
          />
        )}
      </ul>
      <p className="num flex justify-between gap-3 pt-1.5 font-semibold text-sm">
        <span>Sum of the contributions</span>
        <bdi>{exactText(exactSum([points, rest ?? 0]), quantity)}</bdi>
      </p>
      {rest === null && (
        <p className="mt-1 text-sm text-text-2">{agreement(points, value, quantity.unit)}</p>
      )}
      <div className="mt-2">
        <ul>
          <Row
            name="Total value"
            figure={exactText(whole, money)}
            note={null}
            number={all}
            sample={sample}
          />
        </ul>
        {hidden !== null && hidden > 0 && most !== null && (
          <Lines
            lines={[
              {
                label: notDisclosed,
                value: `${formatPercent(hidden, 4)} of the total value has no disclosed ${one} and forms no group`,
              },
              {
                label: "At most",
                value: `${exactText(most, quantity)}, if the largest group holds all of it`,
              },
            ]}
          />
        )}
      </div>
    </Section>
  );
}

type RowProps = {
  name: string;
  figure: string;
  note: string | null;
  number?: NumberKey;
  sample: boolean;
};

function Row({ name, figure, note, number, sample }: RowProps) {
  const words = (
    <>
      <span className="min-w-0">
        <MarkedName sample={sample} note="The total includes sample data">
          {name}
        </MarkedName>{" "}
        {note !== null && <span className="num block text-text-3">{note}</span>}
      </span>{" "}
      <bdi className="num flex-none">{figure}</bdi>
    </>
  );
  const look = "flex min-h-7 w-full items-center justify-between gap-3 py-1 text-sm";
  return (
    <li className="border-line border-b last:border-b-0">
      {number ? (
        <button
          type="button"
          onClick={() => explain(number)}
          className={`${look} rounded-xs text-start hover:bg-surface-2 hover:text-accent pointer-coarse:min-h-11`}
        >
          {words}
        </button>
      ) : (
        <span className={look}>{words}</span>
      )}
    </li>
  );
}
