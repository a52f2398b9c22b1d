import type { Loan, Pool } from "@/api/contract";
import type { DataKind } from "@/components/states/DataNote";
import { LazyLoanFigures } from "./LazyLoanFigures";
import { LazyPicture } from "./LazyPicture";

/** The key figures above the list of loans, and in the panel of one loan. */
export const loanFigures = {
  figures: (rows: DataKind) => <LazyLoanFigures rows={rows} />,
  numbers: (row: Loan) => <LazyPicture kind="loan" slug={row.slug} record={row} />,
};

/** The key figures above the list of pools, and in the panel of one pool. */
export const poolFigures = {
  numbers: (row: Pool) => <LazyPicture kind="pool" slug={row.slug} record={row} />,
};
