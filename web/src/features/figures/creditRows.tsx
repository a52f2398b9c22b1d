import type { Loan, Pool } from "@/api/contract";
import type { DataKind } from "@/components/states/DataNote";
import { LazyLoanFigures } from "./LazyLoanFigures";
import { LazyPicture } from "./LazyPicture";

/** What stands above the list of loans, and beside the one that is open. */
export const loanFigures = {
  figures: (rows: DataKind) => <LazyLoanFigures rows={rows} />,
  numbers: (row: Loan) => <LazyPicture kind="loan" slug={row.slug} record={row} />,
};

/** The same, of pools. */
export const poolFigures = {
  numbers: (row: Pool) => <LazyPicture kind="pool" slug={row.slug} record={row} />,
};
