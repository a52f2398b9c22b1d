import type { ReactNode } from "react";
import type { Answer } from "@/api/series";
import type { NumberKey } from "@/app-state/numberExplanation";
import { TableFile } from "@/components/tableFile/TableFile";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Starred } from "@/components/ui/marks/Starred";
import { Change, Count, Money, Percent } from "@/components/ui/text/Figure";
import { type Day, lastDay } from "@/lib/dates/day";
import type { Origin } from "@/lib/files/origin";
import { qualifierLabel } from "@/lib/format/qualifiers";
import { failureOf } from "@/lists/AssetTable";
import { type CardColumn, CardTable } from "@/lists/table/CardTable";
import { ShareBar } from "@/lists/table/ShareBar";
import { ExplainNumber } from "@/records/ExplainNumber";
import { SampledShare } from "../rankings/SampledShare";
import { explainedSplit, type SplitColumn } from "./explainedSplit";
import { type Split, sumOfParts } from "./splits";

type SplitTableProps = {
  title: string;
  lead: string;
  /** The header of the rows: "Country". */
  one: string;
  /** The header of their members: "Assets". */
  members: string;
  rows: ReadonlyArray<Split> | undefined;
  /** Beside the value and its share. */
  further?: ReadonlyArray<CardColumn<Split>>;
  controls?: ReactNode;
  /** The explanation of the value of a row on a day. */
  explained: (row: Split, day: Day) => NumberKey | null;
  /** The explanation of the total value. */
  whole: (day: Day) => NumberKey;
  answers: ReadonlyArray<Answer<unknown>>;
  /** Asks where the figures come from, for the file. */
  origin: () => Promise<Origin>;
};

/** The value of a class by groups, which add up to the total. */
export function SplitTable(props: SplitTableProps) {
  const { title, lead, one, members, rows = [], further = [], controls, answers } = props;
  const largest = Math.max(0, ...rows.map(({ share }) => share ?? 0));
  const hasSample = rows.some(({ sample }) => sample);
  const whole = { ...sumOfParts(rows), sample: hasSample, wholeSample: hasSample };
  const to = lastDay();
  const mark = ({ qualifier }: Split) => qualifier;
  const all = { on: props.whole, value: whole.value };
  const explainedCell = (column: SplitColumn, label: string, show: (row: Split) => ReactNode) => {
    return (row: Split) => {
      const own = (day: Day) => props.explained(row, day);
      const name = label ? `${label}, ${row.name}` : row.name;
      return (
        <ExplainNumber number={explainedSplit(column, row, { own, all, to })} label={name}>
          {show(row)}
        </ExplainNumber>
      );
    };
  };
  const valueCell = explainedCell("value", "", (row) => (
    <Money value={row.value} column="millions" reason="Not available" />
  ));
  const shareCell = explainedCell("share", "Share", ({ share }) => (
    <ShareBar share={share} largest={largest} reason="Not available" />
  ));
  const together = (column: SplitColumn, label: string, figure: ReactNode) => {
    const number = explainedSplit(column, whole, { own: props.whole, all, to });
    return (
      <ExplainNumber number={number} label={label}>
        {figure}
      </ExplainNumber>
    );
  };
  return (
    <CardTable
      title={title}
      lead={lead}
      beside={
        <>
          {hasSample && <SampleTag />}
          {controls}
          <TableFile
            title={title}
            about={lead}
            rows={props.rows}
            sampleOf={({ sample }) => sample}
            origin={props.origin}
            columns={[
              { name: one.toLowerCase().replaceAll(" ", "_"), value: ({ name }) => name },
              { name: "members", value: (row) => row.members },
              { name: "value_dollar", value: (row) => row.value, mark },
              { name: "share", value: ({ share }) => share, mark },
              {
                name: "share_sample",
                value: ({ share, sample, wholeSample }) =>
                  share === null ? null : sample || wholeSample,
              },
              { name: "change_30d", value: ({ change }) => change, mark },
              ...further.flatMap(({ file }) => file ?? []),
            ]}
          />
        </>
      }
      columns={[
        {
          id: "name",
          header: one,
          kind: "text",
          cell: ({ name }) => <bdi className="block truncate @max-[560px]:max-w-36">{name}</bdi>,
          total: "All",
        },
        {
          id: "members",
          header: members,
          kind: "number",
          wideOnly: true,
          cell: explainedCell("members", members, (row) => <Count value={row.members} full />),
          total: together("members", `${members}, all`, <Count value={whole.members} full />),
        },
        {
          id: "value",
          header: "Value",
          unit: "US$ m",
          kind: "money",
          cell: (row) => <Starred reason={qualifierLabel(row.qualifier)}>{valueCell(row)}</Starred>,
          total: (
            <Starred reason={qualifierLabel(whole.qualifier)}>
              {together(
                "value",
                "All",
                <Money value={whole.value} column="millions" reason="Not available" />,
              )}
            </Starred>
          ),
        },
        {
          id: "share",
          header: "Share",
          kind: "share",
          cell: (row) => (
            <SampledShare share={row.share} row={row}>
              {shareCell(row)}
            </SampledShare>
          ),
          total: together(
            "share",
            "Share, all",
            <Percent value={whole.share} reason="Not available" />,
          ),
        },
        {
          id: "change_30d",
          header: "30d",
          kind: "change",
          wideOnly: true,
          cell: explainedCell("change", "30d", ({ change }) => (
            <Change value={change} reason="No value 30 days before" />
          )),
          total: together(
            "change",
            "30d, all",
            <Change value={whole.change} reason="No value 30 days before" />,
          ),
        },
        ...further,
      ]}
      rows={props.rows}
      facts={{ id: ({ key }) => key, name: ({ name }) => name, sample: ({ sample }) => sample }}
      empty={{
        title: "No values available",
        text: "Values appear after the first import.",
      }}
      {...failureOf(answers)}
    />
  );
}
