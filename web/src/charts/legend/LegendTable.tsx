import { memo } from "react";
import { NumberButton } from "@/components/ui/NumberButton";
import type { Change, Legend, LegendColumn, LegendRow } from "./legend";
import { Swatch } from "./Swatch";

export type LegendActions = {
  onIsolate: (id: string) => void;
  onToggle: (id: string) => void;
  isAlone: (id: string) => boolean;
};

type OnExplain = (() => void) | null;

/** The function that explains a figure of a series, or of all together; null without an explanation. */
type ExplainerOf = (id: string | null, column: LegendColumn) => OnExplain;

type LegendTableProps = LegendActions & {
  legend: Legend;
  explainerOf?: ExplainerOf | undefined;
  betterLow?: boolean | undefined;
  lines: boolean;
  activeId?: string | null;
  onPoint?: (id: string | null) => void;
};

const tones = { "-1": "text-neg", "0": "text-text-3", "1": "text-pos" } as const;
const turned = { "-1": "text-pos", "0": "text-text-3", "1": "text-neg" } as const;

type ChangeCellProps = {
  change: Change | null;
  betterLow: boolean | undefined;
  name: string;
  onExplain: OnExplain;
};

function ChangeCell({ change, betterLow, name, onExplain }: ChangeCellProps) {
  if (change === null) return null;
  return (
    <td className={`ps-2.5 text-end ${(betterLow ? turned : tones)[`${change.sign}`]}`}>
      <Figure text={change.text} name={`Change of ${name}`} onExplain={onExplain} />
    </td>
  );
}

/** A figure, with the way to its explanation. */
function Figure({ text, name, onExplain }: { text: string; name: string; onExplain: OnExplain }) {
  if (!onExplain || text === "—" || text === "") return <bdi>{text}</bdi>;
  return (
    <NumberButton pressed={false} onPress={onExplain} label={name}>
      <bdi>{text}</bdi>
    </NumberButton>
  );
}

type RowProps = Omit<LegendTableProps, "legend"> & { row: LegendRow; whole: boolean };

function Row(props: RowProps) {
  const { row, lines, betterLow, activeId, onPoint, onIsolate, onToggle, isAlone } = props;
  const explainerOf = (column: LegendColumn) => props.explainerOf?.(row.id, column) ?? null;
  const alone = isAlone(row.id);
  return (
    <tr
      className={`h-[25px] pointer-coarse:h-11 ${row.hidden ? "text-text-3" : ""} ${activeId === row.id ? "bg-surface-3" : ""}`}
      onPointerEnter={() => onPoint?.(row.id)}
      onPointerLeave={() => onPoint?.(null)}
    >
      <th scope="row" className="w-full max-w-0 text-start font-normal">
        <span className="flex h-full items-center">
          <label
            className={`relative -ms-2 grid h-[25px] min-w-6 flex-none cursor-pointer place-items-center px-1 has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:size-11 ${row.hidden ? "opacity-30" : ""}`}
          >
            <input
              type="checkbox"
              checked={!row.hidden}
              aria-label={`Show ${row.name}`}
              onChange={() => onToggle(row.id)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <Swatch colour={row} look={row.look} line={lines} />
          </label>
          <button
            type="button"
            aria-pressed={alone}
            title={row.reason ? `${row.name}: ${row.reason}` : row.name}
            onClick={(event) =>
              event.ctrlKey || event.metaKey || event.shiftKey
                ? onToggle(row.id)
                : onIsolate(row.id)
            }
            className={`h-[25px] min-w-6 truncate text-start hover:text-accent pointer-coarse:h-11 ${alone ? "font-semibold" : ""} ${row.hidden ? "line-through decoration-text-3" : ""}`}
          >
            <bdi>{row.name}</bdi>
          </button>
        </span>
      </th>
      <td className={`ps-2.5 text-end ${row.reason ? "text-text-3" : ""}`}>
        <Figure text={row.value} name={row.name} onExplain={explainerOf("value")} />
        {row.reason && <span className="sr-only">, {row.reason}</span>}
      </td>
      {row.share !== null && (
        <td className="ps-2.5 text-end text-text-2">
          <Figure
            text={row.share}
            name={`Share of ${row.name}`}
            onExplain={props.whole ? explainerOf("share") : null}
          />
        </td>
      )}
      <ChangeCell
        change={row.change}
        betterLow={betterLow}
        name={row.name}
        onExplain={explainerOf("change")}
      />
    </tr>
  );
}

/** The legend, which is the tooltip too: it shows the day under the crosshair. */
export const LegendTable = memo(function LegendTable({ legend, ...rest }: LegendTableProps) {
  const { rows, total, changeHead, unitHead, head } = legend;
  // The sum of the series shown alone has no query of its own.
  const whole = rows.every(({ hidden }) => !hidden);
  const explainerOfAll = (column: LegendColumn) =>
    whole ? (rest.explainerOf?.(null, column) ?? null) : null;
  const shares = rows.some(({ share }) => share !== null);
  const column = "ps-2.5 text-end font-normal";
  return (
    <table className="num w-full border-separate border-spacing-0 text-sm">
      <thead>
        <tr className="cond h-[25px] text-text-3 text-xs">
          <th scope="col" className="text-start font-normal">
            <bdi>{head}</bdi>
          </th>
          <th scope="col" className={column}>
            {unitHead}
          </th>
          {shares && (
            <th scope="col" className={column}>
              Share
            </th>
          )}
          {changeHead && (
            <th scope="col" className={column}>
              {changeHead}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} whole={whole} {...rest} />
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr className="h-[25px] font-semibold *:border-line-strong *:border-t">
            <th scope="row" className="text-start font-semibold">
              Total
            </th>
            <td className="ps-2.5 text-end">
              <Figure text={total.value} name="Total" onExplain={explainerOfAll("value")} />
            </td>
            {total.share !== null && (
              <td className="ps-2.5 text-end">
                <Figure
                  text={total.share}
                  name="Share of total"
                  onExplain={explainerOfAll("share")}
                />
              </td>
            )}
            <ChangeCell
              change={total.change}
              betterLow={rest.betterLow}
              name="all"
              onExplain={explainerOfAll("change")}
            />
          </tr>
        </tfoot>
      )}
    </table>
  );
});
