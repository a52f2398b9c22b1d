import { activeLoansValue, outstandingPrincipal, totalOriginated } from "../measures/creditNames";

export type EntityKind = "asset" | "network" | "platform" | "protocol" | "issuer" | "manager";

const ofTokens = ["Distributed value", "Represented value", "Holders"];

/** The first chart of a record. */
export const entityCharts: Readonly<Record<EntityKind, string>> = {
  asset: "Value by network",
  network: "Distributed value by asset class",
  platform: "Distributed value by asset",
  protocol: `${outstandingPrincipal} by network`,
  issuer: "Value issued by asset",
  manager: "Value managed by asset",
};

/** The labels of the key figures of a record, shown before their values. */
export const entityLabels: Readonly<Record<EntityKind, ReadonlyArray<string>>> = {
  asset: ["Value", "NAV", "Price", "30-day return", "Holders", "Transfer volume, 30 days"],
  network: [...ofTokens, "Transfer volume, 30 days", "Real-world assets", "Stablecoin value"],
  platform: [...ofTokens, "Net flow, 30 days"],
  protocol: [
    activeLoansValue,
    totalOriginated,
    "Defaulted amount",
    "Default rate",
    "Cumulative default rate",
    "Loss given default",
  ],
  issuer: ["Value issued", "Holders", "Net flow, 30 days"],
  manager: ["Value managed", "Holders", "Net flow, 30 days"],
};

/** The same, of the list of all loans. */
export const loanLabels: ReadonlyArray<string> = [
  activeLoansValue,
  totalOriginated,
  "Active loans",
  "Base APR, by principal",
  "Late amount",
  "Defaulted amount",
];
