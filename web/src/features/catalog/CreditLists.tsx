import { loanListing, poolListing } from "./creditListings";
import { LoanBook } from "./LoanBook";
import { RelatedList } from "./RelatedList";

/** What is owed, and all loans and pools. */
export function CreditLists() {
  return (
    <>
      <LoanBook />
      <RelatedList listing={loanListing} all="/loans" />
      <RelatedList listing={poolListing} all="/pools" />
    </>
  );
}
