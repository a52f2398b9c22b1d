import type { Transaction } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { where } from "@/api/listQuery";
import { refetchFailed } from "@/api/refetchFailed";
import type { NumberKey } from "@/app-state/numberExplanation";
import { useExplanations, useTransfer } from "@/charts/data/useTimeseries";
import { type Names, useNames } from "@/charts/measures/names";
import { exactText } from "@/charts/measures/units";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText, NoFigure } from "@/components/ui/text/Figure";
import { formatAmountExact, formatDay, formatMoneyExact } from "@/lib/format";
import { offChain } from "@/lib/format/offChain";
import { Correct, callOf } from "../sections/Correct";
import { InputButton } from "../sections/InputButton";
import { LoadLines } from "../sections/LoadLines";
import { SheetSkeleton } from "../sections/SheetSkeleton";
import { Lines, Result, SampleNote, Section, SheetTitle } from "../sections/Worksheet";

type TransferSheetProps = Omit<Extract<NumberKey, { kind: "transfer" }>, "kind">;

const methods: Record<TransferSheetProps["field"], string> = {
  amount:
    "The amount in the smallest units of the token, divided by the number of smallest units per token.",
  value_dollar:
    "The units of the transfer, valued at the net asset value in force at that time, or at the price if no net asset value is available.",
};

function figureOf(row: Transaction, field: TransferSheetProps["field"]): string | null {
  if (field === "amount") return formatAmountExact(row.amount);
  return row.value_dollar === null ? null : formatMoneyExact(row.value_dollar);
}

function networkText(slug: string | null, names: Names): string {
  return slug === null ? offChain : (names.get(slug)?.name ?? slug);
}

/** One number of one transfer: where it stands on its network, and the load that it came with. */
export function TransferSheet({ name, id, field }: TransferSheetProps) {
  const { transfer, load } = useTransfer(id);
  const row = transfer.data?.results[0];
  const network = row?.network_slug ?? null;
  const names = useNames("networks", [network]);
  const error = transfer.error ?? load.error;
  if (error) {
    const retry = () => refetchFailed(transfer, load);
    return <ErrorState failure={describeFailure(error)} what="The explanation" onRetry={retry} />;
  }
  if (transfer.data && !row) {
    return <EmptyState title="This transfer is no longer available" />;
  }
  if (!row || !load.data) return <SheetSkeleton />;
  const figure = figureOf(row, field);
  const [from] = load.data.results;
  return (
    <>
      <SheetTitle
        about={<bdi>{name}</bdi>}
        figure={figure ? <bdi>{figure}</bdi> : <NoFigure reason="Not available" />}
        pills={row.is_sample && <SampleTag />}
      >
        <Lines
          lines={[
            { label: "Time", value: <DateText value={row.happened_at} time /> },
            { label: "Recorded on", value: <DateText value={row.known_at} time /> },
            { label: "Network", value: <bdi>{networkText(network, names)}</bdi> },
            { label: "Block", value: String(row.block_number) },
            { label: "Transaction", value: <bdi>{row.transaction_hash}</bdi> },
            { label: "Log index", value: String(row.log_index) },
          ]}
        />
        {row.is_sample && <SampleNote />}
      </SheetTitle>
      <Section title="Source">
        {from ? (
          <LoadLines load={from} />
        ) : (
          <p className="text-sm">The data load is no longer available.</p>
        )}
      </Section>
      <Section title="Method" note={row.method_version && `version ${row.method_version}`}>
        <p className="border-text border-s-2 bg-surface-2 px-3 py-2 text-sm">{methods[field]}</p>
        {field === "amount" ? <Raw row={row} /> : <Worth row={row} />}
        {figure && <Result label={name}>{figure}</Result>}
      </Section>
      <Section title="Correct it">
        <Correct
          about={name}
          facts={[
            `Shown: ${figure ?? "no value"}`,
            `Source: ${row.source ?? "none"}`,
            `Transaction: ${row.transaction_hash}, ${row.log_index}`,
          ]}
          call={callOf("transactions.list", { filter: where("id", "equals", id) })}
        />
      </Section>
    </>
  );
}

function Raw({ row }: { row: Transaction }) {
  return (
    <p className="mt-2 text-sm [overflow-wrap:anywhere]">
      <span className="text-text-3">Smallest units </span>
      <bdi className="num whitespace-normal">{row.amount_raw}</bdi>
    </p>
  );
}

const worths = ["net_asset_value_dollar", "price_dollar"] as const;

/** The numbers that make the value: the units, and what one was worth on that day as it is known now. */
function Worth({ row }: { row: Transaction }) {
  const { id, asset_slug: slug, asset_name, token_name, amount } = row;
  const date = row.happened_at.slice(0, 10);
  const keys = (slug === null ? [] : worths).map((measure) => ({
    subject_kind: "asset" as const,
    subject_slug: slug ?? "",
    measure,
  }));
  const known = useExplanations(keys.map((key) => ({ key, date })));
  const one = known.find(({ value }) => value !== null);
  const units: NumberKey = {
    kind: "transfer",
    name: `Amount of ${asset_name ?? token_name}`,
    id,
    field: "amount",
  };
  const key = keys.find(({ measure }) => measure === one?.series.measure_slug);
  return (
    <ul className="mt-2 flex flex-col text-sm">
      <InputButton
        label="Units"
        figure={formatAmountExact(amount)}
        number={units}
        sample={row.is_sample}
      />
      {one && key && (
        <InputButton
          label={`${one.series.measure_name}, ${formatDay(date)}`}
          figure={exactText(one.value, { unit: one.series.unit, measure: key.measure })}
          number={{ kind: "series", key, date }}
          sample={one.series.is_sample}
        />
      )}
    </ul>
  );
}
