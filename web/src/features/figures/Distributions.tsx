import { useSourced } from "@/charts/data/useOrigin";
import { explainedDay } from "@/charts/explanation/explanation";
import { distributionsIn } from "@/charts/markers/distributions";
import { requestOf } from "@/charts/queries/aggregateQuery";
import { TableFile } from "@/components/tableFile/TableFile";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText, Price } from "@/components/ui/text/Figure";
import { addMonths, lastDay } from "@/lib/dates/day";
import { formatDay } from "@/lib/format";
import { failureOf } from "@/lists/AssetTable";
import { CardTable } from "@/lists/table/CardTable";
import { ExplainNumber } from "@/records/ExplainNumber";
import { distribution, queriesOfAsset } from "./assetEntity";

const title = "Distributions";
const longestMonths = 120;

/** The distributions per unit of an asset by date. */
export function Distributions({ slug }: { slug: string }) {
  const to = lastDay();
  const span = { from: addMonths(to, -longestMonths), to, mode: "flow" as const };
  const request = requestOf(queriesOfAsset(slug)(distribution), span);
  const { answers, origin } = useSourced([request]);
  const [answer] = answers;
  const sample = answer?.data?.total.has_sample ?? false;
  const rows = answer?.data && distributionsIn(answer.data).toReversed();
  return (
    <CardTable
      title={title}
      lead="US$ per unit on the ex-date, newest first. Returns and yields reinvest them at the net asset value of that day."
      beside={
        <>
          {rows && rows.length > 0 && sample && <SampleTag />}
          <TableFile
            title={`${title} ${slug}`}
            rows={rows}
            sampleOf={() => sample}
            origin={origin}
            columns={[
              { name: "ex_date", value: ({ date }) => date },
              { name: distribution, value: ({ amount }) => amount },
            ]}
          />
        </>
      }
      columns={[
        {
          id: "ex_date",
          header: "Ex-date",
          kind: "text",
          cell: ({ date }) => <DateText value={date} />,
        },
        {
          id: "amount",
          header: "Distribution per unit",
          unit: "US$",
          kind: "money",
          cell: ({ date, amount }) => (
            <ExplainNumber
              number={explainedDay(request, date, `Distribution per unit, ${formatDay(date)}`)}
              label={`Distribution per unit, ${formatDay(date)}`}
            >
              <Price value={amount} />
            </ExplainNumber>
          ),
        },
      ]}
      rows={rows}
      facts={{ id: ({ date }) => date, name: ({ date }) => formatDay(date), sample: () => sample }}
      empty={{
        title: "No distributions recorded",
        text: "Amounts per unit appear after the first import of distributions.",
      }}
      {...failureOf(answers)}
    />
  );
}
