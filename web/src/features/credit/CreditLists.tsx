import { loanListing, poolListing } from "@/lists/listings/creditListings";
import { RelatedList } from "@/lists/related/RelatedList";
import { LoanBook } from "./LoanBook";

/** The loan book, and all loans and pools. */
export function CreditLists() {
  return (
    <>
      <LoanBook />
      <RelatedList listing={loanListing} all="/loans" />
      <RelatedList listing={poolListing} all="/pools" />
    </>
  );
}
