import type { Outlook } from "./outlook";

const series = "The time series: every observation with its source, licence and method version.";

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
