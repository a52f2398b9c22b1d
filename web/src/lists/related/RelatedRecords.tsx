import { assetListing } from "../listings/assetListing";
import { loanListing, poolListing } from "../listings/creditListings";
import { investmentListing } from "../listings/investmentListing";
import { articleListing } from "../listings/newsListings";
import { providerListing } from "../listings/providerListing";
import { supplyListing } from "../listings/supplyListing";
import { tokenListing } from "../listings/tokenListing";
import { RelatedList, type RelatedRows } from "./RelatedList";

/** The lists that can belong to a record. */
const lists = {
  articles: (props: RelatedRows) => <RelatedList listing={articleListing} {...props} />,
  assets: (props: RelatedRows) => <RelatedList listing={assetListing} {...props} />,
  investments: (props: RelatedRows) => <RelatedList listing={investmentListing} {...props} />,
  loans: (props: RelatedRows) => <RelatedList listing={loanListing} {...props} />,
  pools: (props: RelatedRows) => <RelatedList listing={poolListing} {...props} />,
  providers: (props: RelatedRows) => <RelatedList listing={providerListing} {...props} />,
  supply: (props: RelatedRows) => <RelatedList listing={supplyListing} {...props} />,
  tokens: (props: RelatedRows) => <RelatedList listing={tokenListing} {...props} />,
};

export type RelatedRecordsProps = RelatedRows & { of: keyof typeof lists };

/** The rows of one list that belong to a record. */
export function RelatedRecords({ of, ...props }: RelatedRecordsProps) {
  return lists[of](props);
}
