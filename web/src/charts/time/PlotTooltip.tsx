import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Starred } from "@/components/ui/marks/Starred";
import type { Legend, LegendRow } from "../legend/legend";
import { Swatch } from "../legend/Swatch";
import { type Plot, xOf } from "./geometry";

const mostRows = 13;
const width = 184;

type PlotTooltipProps = { legend: Legend; plot: Plot; index: number; lines: boolean };

/** The most reasons that are written in full, and the most rows whose part of sample data is. */
const mostReasons = 2;

/** The meaning of the stars beside figures; a note on all figures has no star. */
function reasonsText({ note, total }: Legend, shown: readonly LegendRow[]): string {
  const all = [...shown, ...(total ? [total] : [])].map(({ reason }) => reason);
  const own = [...new Set(all.filter((reason) => reason && reason !== note))];
  const more = own.length > mostReasons ? " and others" : "";
  return own.slice(0, mostReasons).join("; ") + more;
}

/** How much of a row is sample data: written out, as a mark that follows the pointer cannot be pointed at. */
function SampleNotes({ shown }: { shown: readonly LegendRow[] }) {
  const noted = shown.filter(({ sampleNote }) => sampleNote);
  return (
    <>
      {noted.slice(0, mostReasons).map(({ id, name, sampleNote }) => (
        <div key={id} className="text-text-3 leading-[19px]">
          <SampleTag short /> <bdi>{name}</bdi>: {sampleNote}
        </div>
      ))}
      {noted.length > mostReasons && (
        <div className="text-text-3 leading-[19px]">
          <SampleTag short /> {noted.length - mostReasons} more include sample data
        </div>
      )}
    </>
  );
}

/** Only where the legend is not beside the plot. */
export function PlotTooltip({ legend, plot, index, lines }: PlotTooltipProps) {
  const rows = legend.rows.filter(({ hidden }) => !hidden);
  const room = mostRows - (legend.total ? 1 : 0);
  const shown = rows.length > room ? rows.slice(0, room - 1) : rows;
  const x = xOf(plot, index);
  const left = x > plot.width / 2 ? x - width - 10 : x + 10;
  const reasons = reasonsText(legend, shown);
  const figureOf = ({ value, reason }: { value: string; reason?: string }) => (
    <Starred reason={reason === legend.note ? null : reason}>
      <bdi>{value}</bdi>
    </Starred>
  );
  return (
    <div
      aria-hidden="true"
      className="num pointer-events-none absolute z-10 rounded-md bg-raised px-2.5 py-2 text-sm shadow-raised"
      style={{ left: Math.min(plot.width - width, Math.max(0, left)), top: plot.top, width }}
    >
      <div className="mb-1 flex">
        <span className="flex-1 font-medium">{legend.head}</span>
        <span className="text-text-3">{legend.unitHead}</span>
      </div>
      {shown.map((row) => (
        <div key={row.id} className="flex items-center gap-[7px] leading-[19px]">
          <Swatch colour={row} look={row.look} line={lines} />
          <bdi className="min-w-0 flex-1 truncate">{row.name}</bdi>
          {row.sample && <SampleTag short />}
          {figureOf(row)}
        </div>
      ))}
      {shown.length < rows.length && (
        <div className="text-text-3 leading-[19px]">{rows.length - shown.length} more</div>
      )}
      {legend.note && <div className="text-text-3 leading-[19px]">{legend.note}</div>}
      {legend.total && (
        <div className="mt-1 flex border-line-strong border-t pt-1 font-semibold">
          <span className="flex flex-1 items-center gap-[7px]">
            Total
            {legend.total.sample && <SampleTag short />}
          </span>
          {figureOf(legend.total)}
        </div>
      )}
      <SampleNotes shown={shown} />
      {reasons && <div className="text-text-3 leading-[19px]">* {reasons}</div>}
    </div>
  );
}
