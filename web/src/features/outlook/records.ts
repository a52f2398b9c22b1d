import type { Outlook } from "./outlook";

const series = "The time series: every observation with its source, licence and method version.";

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
