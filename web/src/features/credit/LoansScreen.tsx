import type { ComponentProps } from "react";
import type { Loan } from "@/api/contract";
import { ListScreen } from "@/lists/ListScreen";
import { loanListing } from "@/lists/listings/creditListings";

const loadPanel = async () => (await import("./LoanPanel")).LoanPanel;

type LoansScreenProps = Pick<ComponentProps<typeof ListScreen<Loan>>, "numbers" | "figures">;

/** The list of all loans; each opens in a panel, with its numbers over time. */
export function LoansScreen(props: LoansScreenProps) {
  return <ListScreen listing={loanListing} panel={loadPanel} {...props} />;
}
