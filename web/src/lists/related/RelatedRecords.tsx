import type { ReactNode } from "react";
import { assetListing } from "../listings/assetListing";
import { complianceListing } from "../listings/complianceListing";
import { loanListing, poolListing } from "../listings/creditListings";
import { investmentListing } from "../listings/investmentListing";
import { articleListing } from "../listings/newsListings";
import { providerListing } from "../listings/providerListing";
import { supplyListing } from "../listings/supplyListing";
import { tokenListing } from "../listings/tokenListing";
import { RelatedList } from "./RelatedList";
import type { RelatedKind, RelatedRecordsProps } from "./relatedKinds";

const lists: Record<RelatedKind, (props: Omit<RelatedRecordsProps, "of">) => ReactNode> = {
  articles: (props) => <RelatedList listing={articleListing} {...props} />,
  assets: (props) => <RelatedList listing={assetListing} {...props} />,
  compliance: (props) => <RelatedList listing={complianceListing} {...props} />,
  investments: (props) => <RelatedList listing={investmentListing} {...props} />,
  loans: (props) => <RelatedList listing={loanListing} {...props} />,
  pools: (props) => <RelatedList listing={poolListing} {...props} />,
  providers: (props) => <RelatedList listing={providerListing} {...props} />,
  supply: (props) => <RelatedList listing={supplyListing} {...props} />,
  tokens: (props) => <RelatedList listing={tokenListing} {...props} />,
};

/** The rows of one list that belong to a record. */
export function RelatedRecords({ of, ...props }: RelatedRecordsProps) {
  return lists[of](props);
}
