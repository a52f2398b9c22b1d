import type { Outlook } from "./outlook";

const listed =
  "The catalog, filled from its sourced lists; values come from the daily time series.";

export const networks: Outlook = {
  title: "Networks",
  description: "The public networks that carry tokenized assets, by value, holders and activity.",
  lead: "The public networks that carry tokenized assets.",
  kpis: ["Networks", "Distributed value", "Holders", "Net flow, 30 days"],
  table: {
    title: "Networks",
    columns: ["Name", "Assets", "Value", "7d", "Share", "Holders", "Net flow 30d"],
  },
  shows: ["Every network with its share of the value and how that share moved"],
  source: listed,
};

export const network: Outlook = {
  title: "Network",
  description: "One network: the assets it carries, their value, holders and transfers.",
  parent: { href: "/networks", label: "Networks" },
  kpis: ["Distributed value", "Represented value", "Holders", "Transfer volume, 30 days", "Assets"],
  chart: { title: "Distributed value by asset class", unit: "US$, end of day UTC" },
  shows: [
    "Its assets, platforms and latest transactions",
    "Its explorer, and how far its index has come",
  ],
  source: listed,
};

export const platforms: Outlook = {
  title: "Platforms",
  description: "The tokenization platforms by value issued, assets, networks and holders.",
  lead: "Who turns assets into tokens.",
  kpis: ["Platforms", "Distributed value", "Assets", "Holders"],
  table: {
    title: "Platforms",
    columns: ["Name", "Assets", "Value", "7d", "Share", "Holders", "Networks"],
  },
  shows: ["Every platform with what was issued through it"],
  source: listed,
};

export const platform: Outlook = {
  title: "Platform",
  description: "One tokenization platform: its assets, their value by network, and their holders.",
  parent: { href: "/platforms", label: "Platforms" },
  kpis: ["Distributed value", "Represented value", "Assets", "Holders", "Net flow, 30 days"],
  chart: { title: "Value by asset", unit: "US$, end of day UTC" },
  shows: ["Its assets and networks", "Mints and burns", "Its fees"],
  source: listed,
};

export const protocols: Outlook = {
  title: "Protocols",
  description: "Tokenization protocols seen as lenders: active loans, originations and defaults.",
  lead: "The same companies as the platforms, seen through what they lend.",
  kpis: ["Active loans value", "Total originated", "Defaulted amount", "Active loans"],
  table: {
    title: "Protocols",
    columns: ["Name", "Active", "Originated", "Average APR", "Default rate", "Loans", "Networks"],
  },
  shows: ["Every protocol with its book of loans"],
  source: listed,
};

export const protocol: Outlook = {
  title: "Protocol",
  description: "One tokenization protocol: its loans and pools, rates, defaults and capital.",
  parent: { href: "/protocols", label: "Protocols" },
  kpis: [
    "Active loans value",
    "Total originated",
    "Outstanding capital",
    "Base APR, by value",
    "Default rate",
  ],
  chart: { title: "Active loans value", unit: "US$, end of day UTC" },
  shows: ["Its loans and pools", "Its time series", "Its terms"],
  source: listed,
};

export const issuers: Outlook = {
  title: "Issuers",
  description:
    "The legal entities behind tokenized assets, with their registers and jurisdictions.",
  lead: "The legal entities behind the tokens.",
  kpis: ["Issuers", "Value issued", "Assets", "Countries"],
  table: {
    title: "Issuers",
    columns: ["Name", "Legal form", "Country", "LEI", "Assets", "Value"],
  },
  shows: ["Every issuer with the registers that name it"],
  source: listed,
};

export const issuer: Outlook = {
  title: "Issuer",
  description: "One issuer: its legal identity, its assets and how its own figures compare.",
  parent: { href: "/issuers", label: "Issuers" },
  kpis: ["Value issued", "Assets", "Holders", "Net flow, 30 days"],
  shows: [
    "Legal name, form, country and registers",
    "Its assets and documents",
    "Its own figures beside those computed from the networks",
  ],
  source: listed,
};

export const directory: Outlook = {
  title: "Company directory",
  description:
    "The companies of tokenized assets by role: issuers, platforms, managers, custodians, auditors and more.",
  lead: "Who does what: issuers, platforms, managers, custodians, auditors and more.",
  table: { title: "Companies", columns: ["Name", "Roles", "Country", "LEI", "Assets"] },
  shows: [
    "Every company with its roles and the assets it is linked to",
    "A way to correct an entry",
  ],
  source: "The catalog, filled from its sourced lists.",
};
