import type { Outlook } from "./outlook";

function endpoint(resource: string, what: string): Outlook {
  const title = `${resource} endpoint`;
  return {
    title,
    description: `The API endpoint for ${what}: fields, filters, sorting, paging and examples.`,
    lead: `Programmatic access to ${what}.`,
    parent: { href: "/tools/api/api-keys", label: "API tools" },
    table: { title: "Fields", columns: ["Name", "Type", "Unit", "Filter", "Sort", "Meaning"] },
    shows: ["A sample request in several languages", "Every field, filter and limit"],
    source: "The field registry of the API.",
  };
}

export const protocolsEndpoint = endpoint("Protocols", "protocols");
export const serviceProvidersEndpoint = endpoint("Service providers", "service providers");
export const investmentsEndpoint = endpoint("Investments", "investments");
export const issuersEndpoint = endpoint("Issuers", "issuers");
export const transactionsEndpoint = endpoint("Transactions", "transactions");
export const assetsEndpoint = endpoint("Assets", "assets");
export const networksEndpoint = endpoint("Networks", "networks");
export const tokensEndpoint = endpoint("Tokens", "tokens");
export const assetTimeseriesEndpoint = endpoint("Asset time series", "asset time series");
export const protocolTimeseriesEndpoint = endpoint("Protocol time series", "protocol time series");
