import { memo } from "react";
import type { Column } from "@/components/table/columns";
import { Table } from "@/components/table/Table";
import { NumberButton } from "@/components/ui/buttons/NumberButton";
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
  /** The basis of the change of the total, where other figures on the page have another one. */
  totalChangeNote?: string | undefined;
  lines: boolean;
  activeId?: string | null;
  onPoint?: (id: string | null) => void;
};

const tones = { "-1": "text-neg", "0": "text-text-3", "1": "text-pos" } as const;
const turned = { "-1": "text-pos", "0": "text-text-3", "1": "text-neg" } as const;

/** A figure, with the way to its explanation. */
function Figure({ text, name, onExplain }: { text: string; name: string; onExplain: OnExplain }) {
  if (!onExplain || text === "—" || text === "") return <bdi>{text}</bdi>;
  return (
    <NumberButton pressed={false} onPress={onExplain} label={name}>
      <bdi>{text}</bdi>
    </NumberButton>
  );
}

/** Says that the values of a row are read at the right. */
function SecondAxis() {
  return (
    <span title="On the second axis" className="ms-1.5 flex-none text-text-3">
      <span aria-hidden="true">R</span>
      <span className="sr-only">, on the second axis</span>
    </span>
  );
}

/** A long name, such as that of a ratio of two funds, has a second line. */
const mostInLine = 23;
/** Where a mark stands beside the name, it says the same. */
const saidByMark = / \(sample\)$/;

function lineOf({ name, sample = false }: LegendRow): string {
  return (sample ? name.replace(saidByMark, "") : name).length > mostInLine
    ? "line-clamp-2 whitespace-normal min-h-[25px] py-0.5 leading-4 pointer-coarse:min-h-11"
    : "h-[25px] truncate pointer-coarse:h-11";
}

type NameProps = LegendActions & { row: LegendRow; lines: boolean };

/** The name of a series: a press shows it alone, its swatch shows or hides it. */
function Name({ row, lines, onIsolate, onToggle, isAlone }: NameProps) {
  const alone = isAlone(row.id);
  return (
    <span className={`flex h-full items-center ${row.hidden ? "text-text-3" : ""}`}>
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
          event.ctrlKey || event.metaKey || event.shiftKey ? onToggle(row.id) : onIsolate(row.id)
        }
        className={`${lineOf(row)} min-w-6 text-start hover:text-accent ${alone ? "font-semibold" : ""} ${row.hidden ? "line-through decoration-text-3" : ""}`}
      >
        <bdi>{row.name}</bdi>
      </button>
      {row.second && <SecondAxis />}
    </span>
  );
}

type Explainers = (id: string | null, column: LegendColumn) => OnExplain;

function columnsOf(props: LegendTableProps, explainers: Explainers): readonly Column<LegendRow>[] {
  const { legend, lines, onIsolate, onToggle, isAlone } = props;
  const toneOf = ({ sign }: Change) => (props.betterLow ? turned : tones)[`${sign}`];
  const name: Column<LegendRow> = {
    id: "name",
    header: legend.head,
    kind: "text",
    cell: (row) => <Name {...{ row, lines, onIsolate, onToggle, isAlone }} />,
  };
  const value: Column<LegendRow> = {
    id: "value",
    header: legend.unitHead,
    kind: "number",
    cell: (row) => (
      <span className={row.hidden || row.reason ? "text-text-3" : ""}>
        <Figure text={row.value} name={row.name} onExplain={explainers(row.id, "value")} />
        {row.reason && <span className="sr-only">, {row.reason}</span>}
      </span>
    ),
  };
  const share: Column<LegendRow> = {
    id: "share",
    header: "Share",
    kind: "share",
    cell: (row) => (
      <span className="text-text-2">
        <Figure
          text={row.share ?? ""}
          name={`Share of ${row.name}`}
          onExplain={explainers(row.id, "share")}
        />
      </span>
    ),
  };
  const change: Column<LegendRow> = {
    id: "change",
    header: legend.changeHead ?? "",
    kind: "change",
    cell: (row) =>
      row.change && (
        <span className={toneOf(row.change)}>
          <Figure
            text={row.change.text}
            name={`Change of ${row.name}`}
            onExplain={explainers(row.id, "change")}
          />
        </span>
      ),
  };
  return [
    name,
    value,
    ...(legend.rows.some((row) => row.share !== null) ? [share] : []),
    ...(legend.changeHead ? [change] : []),
  ];
}

function totalsOf(props: LegendTableProps, explainers: Explainers) {
  const { legend, betterLow, totalChangeNote } = props;
  const { total } = legend;
  if (!total) return undefined;
  const figure = (column: LegendColumn, text: string, name: string) => (
    <Figure text={text} name={name} onExplain={explainers(null, column)} />
  );
  return {
    label: "Total",
    sample: total.sample ?? false,
    cells: {
      value: (
        <span className={total.reason ? "text-text-3" : ""} title={total.reason}>
          {figure("value", total.value, "Total")}
          {total.reason && <span className="sr-only">, {total.reason}</span>}
        </span>
      ),
      share: total.share !== null && figure("share", total.share, "Share of total"),
      change: total.change && (
        <span
          className={(betterLow ? turned : tones)[`${total.change.sign}`]}
          title={totalChangeNote}
        >
          {figure("change", total.change.text, "Change of total")}
        </span>
      ),
    },
  };
}

const facts = {
  id: ({ id }: LegendRow) => id,
  name: ({ name }: LegendRow) => name,
  sample: ({ sample }: LegendRow) => sample ?? false,
  sampleNote: ({ sampleNote }: LegendRow) => sampleNote,
};

/** The legend, which is the tooltip too: it shows the day under the crosshair. */
export const LegendTable = memo(function LegendTable(props: LegendTableProps) {
  const { legend, activeId = null, onPoint } = props;
  // The sum of the series shown alone has no query of its own, and neither has a share of it.
  const isWhole = legend.rows.every(({ hidden }) => !hidden);
  const explainers: Explainers = (id, column) =>
    isWhole || (id !== null && column !== "share")
      ? (props.explainerOf?.(id, column) ?? null)
      : null;
  return (
    <Table
      label="Legend"
      variant="legend"
      columns={columnsOf(props, explainers)}
      rows={legend.rows}
      facts={facts}
      totals={totalsOf(props, explainers)}
      pointed={activeId}
      onPoint={onPoint}
    />
  );
});
