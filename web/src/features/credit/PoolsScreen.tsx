import type { ComponentProps } from "react";
import type { Pool } from "@/api/contract";
import { ListScreen } from "@/lists/ListScreen";
import { poolListing } from "@/lists/listings/creditListings";

const loadPanel = async () => (await import("./PoolPanel")).PoolPanel;

type PoolsScreenProps = Pick<ComponentProps<typeof ListScreen<Pool>>, "numbers">;

/** The list of all pools; each opens in a panel, with its numbers over time. */
export function PoolsScreen(props: PoolsScreenProps) {
  return <ListScreen listing={poolListing} panel={loadPanel} {...props} />;
}
