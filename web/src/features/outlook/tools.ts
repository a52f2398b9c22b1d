import type { Outlook } from "./outlook";

export const apiKeys: Outlook = {
  title: "API keys",
  description: "Keys for the API: create, name, limit, rotate and revoke them.",
  lead: "Keys for programs that access the data.",
  table: { title: "Keys", columns: ["Name", "Prefix", "Created", "Last used", "Permissions"] },
  shows: ["Keys with their permissions and quotas", "Creating, rotating and revoking a key"],
  source: "The access service, which issues keys and counts their use.",
};

/** Keys belong to an account and are kept with its settings. */
export const settingsApiKeys: Outlook = {
  ...apiKeys,
  title: "Account API keys",
  description: "The API keys of your account.",
  lead: "Keys for programs that read the data on your behalf.",
};

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
