import type { Transaction } from "@/api/contract";
import type { NumberKey } from "@/app-state/numberExplanation";
import { Monogram } from "@/components/ui/marks/Monogram";
import { Address } from "@/components/ui/text/Address";
import { Count, DateText, Money, NoFigure } from "@/components/ui/text/Figure";
import { classColour } from "@/lib/classColour";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { Choice, NetworkCell, PlaceAddress, RecordName } from "@/records/cells";
import { transactionIn } from "@/records/explorer";
import { Explainable } from "@/records/FactNumber";
import { useNetworks } from "@/records/useCatalog";
import type { CatalogColumn } from "../listing";
import type { CardLayout } from "../table/TableCards";

type Row = { row: Transaction };
type Field = "amount" | "value_dollar";

function nameOf({ asset_name, token_name }: Transaction): string {
  return asset_name ?? token_name;
}

/** The explanation of a number of a transfer; null without a number. */
function transferOf(row: Transaction, field: Field): NumberKey | null {
  const what = field === "amount" ? "Amount" : "Value";
  const name = `${what} of ${nameOf(row)}`;
  return row[field] === null ? null : { kind: "transfer", name, id: row.id, field };
}

function Side({ row, address, absent }: Row & { address: string | null; absent: string }) {
  if (address === null) return <NoFigure reason={absent} />;
  return <PlaceAddress row={{ ...row, address }} what="address" tabIndex={-1} />;
}

function Hash({ row }: Row) {
  const network = useNetworks().get(row.network_slug ?? "");
  // Sample records do not exist on a network, so no explorer has them.
  const explorer =
    network && !row.is_sample ? transactionIn(network, row.transaction_hash) : undefined;
  return (
    <Address
      value={row.transaction_hash}
      what="transaction hash"
      explorer={explorer}
      tabIndex={-1}
    />
  );
}

/** The token comes first, because it names the row. */
export const transactionColumns: ReadonlyArray<CatalogColumn<Transaction>> = [
  {
    id: "asset_name",
    header: "Asset",
    kind: "text",
    fields: ["asset_slug", "asset_name"],
    cell: (row) => (
      <RecordName
        row={{
          slug: row.asset_slug ?? row.token_slug,
          name: nameOf(row),
          is_sample: row.is_sample,
        }}
        classSlug={row.asset_class_slug}
      />
    ),
  },
  {
    id: "happened_at",
    header: "Time",
    kind: "date",
    cell: (row) => <DateText value={row.happened_at} time />,
  },
  { id: "kind", header: "Kind", kind: "state", cell: (row) => <Choice>{row.kind}</Choice> },
  {
    id: "network_slug",
    header: "Network",
    kind: "text",
    cell: (row) => <NetworkCell slug={row.network_slug} name={null} />,
  },
  {
    id: "amount",
    header: "Amount",
    unit: "units",
    kind: "number",
    cell: (row) => (
      <Explainable number={transferOf(row, "amount")} tabIndex={-1}>
        <Count value={row.amount} full />
      </Explainable>
    ),
  },
  {
    id: "value_dollar",
    header: "Value",
    unit: "US$",
    kind: "money",
    cell: (row) => (
      <Explainable number={transferOf(row, "value_dollar")} tabIndex={-1}>
        <Money
          value={row.value_dollar}
          column="units"
          digits={0}
          reason="No net asset value or price available"
        />
      </Explainable>
    ),
  },
  {
    id: "from_address",
    header: "From",
    kind: "text",
    width: 168,
    cell: (row) => <Side row={row} address={row.from_address} absent="Minted" />,
  },
  {
    id: "to_address",
    header: "To",
    kind: "text",
    width: 168,
    cell: (row) => <Side row={row} address={row.to_address} absent="Burned" />,
  },
  {
    id: "transaction_hash",
    header: "Transaction",
    kind: "text",
    width: 168,
    cell: (row) => <Hash row={row} />,
  },
];

export const transactionCards: CardLayout<Transaction> = {
  lead: (row) => (
    <Monogram
      id={row.asset_slug ?? row.token_slug}
      name={nameOf(row)}
      colour={classColour(row.asset_class_slug)}
    />
  ),
  title: (row) => <bdi>{nameOf(row)}</bdi>,
  subtitle: (row) => [choiceLabel(row.kind), row.is_sample && "Sample"].filter(Boolean).join(" · "),
  value: (row) => (
    <Explainable number={transferOf(row, "value_dollar")} label={`Value of ${nameOf(row)}`}>
      <Money value={row.value_dollar} reason="Not available" />
    </Explainable>
  ),
  change: (row) => <DateText value={row.happened_at} />,
  pairs: ["network_slug", "amount", "from_address", "to_address"],
};
