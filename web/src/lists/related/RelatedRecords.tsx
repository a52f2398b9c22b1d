import type { Filter } from "@/api/contract";
import { assetListing } from "../listings/assetListing";
import { complianceListing } from "../listings/complianceListing";
import { loanListing, poolListing } from "../listings/creditListings";
import { investmentListing } from "../listings/investmentListing";
import { articleListing } from "../listings/newsListings";
import { providerListing } from "../listings/providerListing";
import { supplyListing } from "../listings/supplyListing";
import { tokenListing } from "../listings/tokenListing";
import { RelatedList } from "./RelatedList";

type ListProps = {
  only: Filter;
  /** Columns that say the same on every row, such as the page's own name. */
  without?: ReadonlyArray<string>;
  /** The whole list with the same condition. */
  all?: string;
};

/** The lists that can belong to a record. */
const lists = {
  articles: (props: ListProps) => <RelatedList listing={articleListing} {...props} />,
  assets: (props: ListProps) => <RelatedList listing={assetListing} {...props} />,
  compliance: (props: ListProps) => <RelatedList listing={complianceListing} {...props} />,
  investments: (props: ListProps) => <RelatedList listing={investmentListing} {...props} />,
  loans: (props: ListProps) => <RelatedList listing={loanListing} {...props} />,
  pools: (props: ListProps) => <RelatedList listing={poolListing} {...props} />,
  providers: (props: ListProps) => <RelatedList listing={providerListing} {...props} />,
  supply: (props: ListProps) => <RelatedList listing={supplyListing} {...props} />,
  tokens: (props: ListProps) => <RelatedList listing={tokenListing} {...props} />,
};

export type RelatedRecordsProps = ListProps & { of: keyof typeof lists };

/** The rows of one list that belong to a record. */
export function RelatedRecords({ of, ...props }: RelatedRecordsProps) {
  return lists[of](props);
}
