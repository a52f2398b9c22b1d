import {
  activeLoans,
  baseRate,
  defaultedAmount,
  defaultRate,
  lateAndTerm,
  loanCount,
  originated,
  outstandingLine,
} from "@/charts/figures/creditFigures";
import { outstandingPrincipal, totalOriginated } from "@/charts/measures/creditNames";
import type { ChartMeasure, Group, Market } from "@/charts/queries/market";
import {
  chartMeasure,
  distributedValue,
  groups,
  holdersMeasure,
  loansOf,
  representedValue,
  slugs,
  transferVolume,
  views,
} from "@/charts/queries/measures";
import { benchmarks, policyRates } from "./benchmarks";
import { loanRate, loansByStatus, newLoans } from "./furtherMeasures";

const credit = "private-credit";

const ofLoans: readonly Group[] = [
  groups.platform,
  groups.network,
  groups.parentNetwork,
  groups.none,
];

function loans(id: string, label: string, measure: string, unitLine: string): ChartMeasure {
  return chartMeasure({
    id,
    label,
    query: loansOf(measure),
    unitLine,
    kind: "stock",
    groups: ofLoans,
  });
}

export const privateCredit: Market = {
  id: "private-credit",
  title: "Private credit",
  description:
    "On-chain lending to private borrowers: active loans, originations, defaults and flows by protocol.",
  lead: "Loans and lending pools to private borrowers, and the funds that hold them.",
  group: credit,
  figures: [
    activeLoans(loansOf),
    originated,
    defaultedAmount,
    defaultRate(loansOf),
    baseRate,
    loanCount,
  ],
  charts: [
    loans("active", outstandingPrincipal, slugs.activeLoans, outstandingLine),
    loans("originated", totalOriginated, slugs.originated, "US$, cumulative originations"),
    loansByStatus(),
    newLoans(ofLoans),
    loanRate(ofLoans),
    loans("defaulted", "Defaulted amount", slugs.defaulted, "US$, end of day UTC"),
    loans("everdefaulted", "Cumulative defaults", slugs.everDefaulted, "US$, principal at default"),
    loans("recovered", "Recoveries", slugs.recovered, "US$, cumulative, after default"),
    loans("writtenoff", "Write-offs", slugs.writtenOff, "US$, cumulative, after default"),
    ...lateAndTerm(loansOf, ofLoans),
    distributedValue(credit, groups.asset),
    representedValue(credit, groups.asset),
    holdersMeasure(credit),
    transferVolume(credit),
  ],
  league: {
    measure: slugs.value,
    views: [views.assets, views.platforms, views.networks, views.issuers, views.managers],
    buckets: true,
  },
  references: [
    benchmarks.fedFunds,
    benchmarks.bill3m,
    benchmarks.note2y,
    benchmarks.note10y,
    benchmarks.curve,
    benchmarks.euro3m,
  ],
  referenceChart: policyRates,
  module: "vintages",
};
