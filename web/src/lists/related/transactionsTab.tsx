import { where } from "@/api/listQuery";
import type { Related } from "@/records/sheet";
import { LazyTransactions } from "./LazyTransactions";

const saidByPage = {
  asset_slug: ["asset_name"],
  network_slug: ["network_slug"],
} as const satisfies Record<string, ReadonlyArray<string>>;

/** The transactions that name the record of a page. */
export function transactionsTab(field: keyof typeof saidByPage): Related<{ slug: string }> {
  return {
    id: "transactions",
    label: "Transactions",
    list: (row) => (
      <LazyTransactions
        key={row.slug}
        only={where(field, "equals", row.slug)}
        without={saidByPage[field]}
        all={`/transactions?filter=${field}:is:${encodeURIComponent(row.slug)}`}
      />
    ),
  };
}
