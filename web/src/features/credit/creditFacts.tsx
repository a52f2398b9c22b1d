import type { Loan, Pool } from "@/api/contract";
import { protocolAddress } from "@/lib/address/addresses";
import { Choice, NetworkCell, PlaceAddress, Words } from "@/records/cells";
import { RecordLink } from "@/records/facts";
import type { Fact } from "@/records/sheet";

/** Facts that loans and the pools they stand in have in common. */
type CreditFact = Fact<Loan | Pool>;

export const borrowerFact: CreditFact = {
  field: "borrower",
  label: "Borrower",
  value: (row) => <Words>{row.borrower}</Words>,
};

/** The sector and the collateral of a loan. */
export const purposeFacts: ReadonlyArray<CreditFact> = [
  { field: "sector", label: "Sector", value: (row) => <Choice>{row.sector}</Choice> },
  { field: "region", label: "Region", value: (row) => <Choice>{row.region}</Choice> },
  {
    field: "collateral_type",
    label: "Collateral",
    value: (row) => <Choice>{row.collateral_type}</Choice>,
  },
];

export const protocolFact: CreditFact = {
  field: "platform_name",
  label: "Protocol",
  value: (row) => <RecordLink name={row.platform_name} href={protocolAddress(row.platform_slug)} />,
};

/** The address of a record with its network; `what` names it: "loan address". */
export function placeFacts(what: string): ReadonlyArray<CreditFact> {
  return [
    {
      field: "network_name",
      label: "Network",
      value: (row) => <NetworkCell slug={row.network_slug} name={row.network_name} />,
    },
    { field: "address", label: "Address", value: (row) => <PlaceAddress row={row} what={what} /> },
  ];
}
