import type { Outlook } from "./outlook";

const catalog = "The catalog, filled from its sourced lists; values come from the time series.";
const series = "The time series: every observation with its source, licence and method version.";

export const news: Outlook = {
  title: "News",
  description: "News of tokenized real-world assets, tied to the assets and companies they name.",
  lead: "What was reported, by whom, and about which asset.",
  shows: ["Headlines with source, time and the entities they name", "A feed to follow"],
  source: "The catalog, from public feeds; each headline links to its source.",
};

export const invest: Outlook = {
  title: "Invest",
  description:
    "What is open to investors and on which terms: minimum, eligibility, fees, yield and redemption.",
  lead: "What is open to investors, to whom and on which terms. Nothing is sold here.",
  table: {
    title: "Open and upcoming",
    columns: ["Name", "Class", "Availability", "Minimum", "Yield", "Fee", "Eligibility"],
  },
  shows: ["Offers by who you are and where you are", "The whole cost of each"],
  source: "The catalog, from what issuers publish.",
};

export const investments: Outlook = {
  title: "Investments",
  description: "Live and upcoming investments in tokenized assets with their terms.",
  lead: "Live and upcoming offers with their terms.",
  table: {
    title: "Investments",
    columns: ["Name", "Availability", "Minimum", "Currency", "Yield", "Fee", "Redemption"],
  },
  shows: ["Every offer with availability, minimum, fees and eligibility"],
  source: "The catalog, from what issuers publish.",
};

export const investment: Outlook = {
  title: "Investment",
  description: "One investment: availability, terms, fees, eligibility and the asset behind it.",
  parent: { href: "/investments", label: "Investments" },
  shows: ["Availability, minimum and currency", "Fees, subscription and redemption", "Eligibility"],
  source: "The catalog, from what issuers publish.",
};

export const assets: Outlook = {
  title: "Asset search",
  description: "Every tokenized asset with its class, issuer, networks, value, price and holders.",
  lead: "Every asset, with the columns you choose.",
  table: {
    title: "Assets",
    columns: ["Name", "Class", "Issuer", "Value", "Price", "30d", "Holders", "Networks"],
  },
  shows: ["Filters over every field", "Views to save and to share"],
  source: catalog,
};

export const asset: Outlook = {
  title: "Asset",
  description:
    "One tokenized asset: value, price, yield, holders, tokens, terms, and where each figure comes from.",
  parent: { href: "/assets", label: "Asset search" },
  kpis: ["Value", "NAV", "Price", "7-day APY", "Holders", "Transfer volume, 30 days"],
  chart: { title: "Value", unit: "US$, end of day UTC" },
  shows: [
    "Activity, holders and transactions",
    "Its tokens, network by network",
    "Terms, reserves and provenance",
  ],
  source: catalog,
};

export const tokens: Outlook = {
  title: "Tokens",
  description: "The tokens of every asset: network, address, standard, supply and controls.",
  lead: "One asset may have a token on each of several networks.",
  table: {
    title: "Tokens",
    columns: ["Asset", "Network", "Address", "Standard", "Decimals", "Supply", "Controls"],
  },
  shows: ["Every token with its address and what its issuer can do with it"],
  source: "The catalog, checked against the networks themselves.",
};

export const loans: Outlook = {
  title: "Loans",
  description: "Loans made on-chain: borrower, terms, status, payments and collateral.",
  lead: "Loans made through protocols, payment by payment.",
  kpis: [
    "Active loans value",
    "Total originated",
    "Active loans",
    "APR, by value",
    "Late amount",
    "Defaulted amount",
  ],
  table: {
    title: "Loans",
    columns: ["Borrower", "Protocol", "Status", "Sector", "Principal", "Rate", "Next due"],
  },
  shows: ["Every loan with what was due and what was paid"],
  source: "The protocols' contracts; sectors and borrowers from the catalog.",
};

export const pools: Outlook = {
  title: "Pools",
  description: "Lending pools: capacity, funded and idle capital, utilization and rates.",
  lead: "Where lenders put capital, and how much of it is at work.",
  kpis: ["Capacity", "Funded", "Outstanding", "Utilization"],
  table: {
    title: "Pools",
    columns: ["Name", "Protocol", "Capacity", "Funded", "Outstanding", "APR", "Loans"],
  },
  shows: ["Every pool with its tranches and loans"],
  source: "The protocols' contracts.",
};

export const transactions: Outlook = {
  title: "Transactions",
  description: "Mints, burns and transfers of tokenized assets, as the networks recorded them.",
  lead: "Mints, burns, transfers and bridges, as the networks recorded them.",
  table: {
    title: "Transactions",
    columns: ["Time", "Kind", "Asset", "Network", "From", "To", "Amount", "US$"],
  },
  shows: ["Filters by network, asset, kind, address and amount", "New ones as they arrive"],
  source: "The networks, read by the collector.",
};

export const assetClasses: Outlook = {
  title: "Asset classes",
  description: "The classes that assets are sorted into, their ids and what belongs to each.",
  lead: "The classes that assets are sorted into, and what belongs to each.",
  table: { title: "Asset classes", columns: ["Id", "Name", "Page", "Assets", "Value"] },
  shows: ["Every class with its definition and its version"],
  source: catalog,
};

function explorer(title: string, of: string): Outlook {
  return {
    title,
    description: `Daily series of ${of}: choose measure, filters and grouping, draw and take them along.`,
    lead: `Daily series of ${of}, as a chart and as rows.`,
    chart: { title, unit: "By day, UTC" },
    shows: ["Measure, filters, grouping and interval", "The same query as an API call"],
    source: series,
  };
}

export const assetTimeseries = explorer("Asset charting", "assets");
export const protocolTimeseries = explorer("Protocol time series", "protocols");
export const poolTimeseries = explorer("Pool time series", "pools");
export const loanTimeseries = explorer("Loan time series", "loans");

export const assetAggregates: Outlook = {
  title: "Asset aggregates",
  description: "Sums and counts over assets, grouped by class, network, platform or issuer.",
  lead: "Sums and counts over any group of assets.",
  table: { title: "Aggregates", columns: ["Group", "Assets", "Value", "Holders", "Coverage"] },
  shows: ["Grouping by any field", "How many assets each sum covers"],
  source: series,
};
