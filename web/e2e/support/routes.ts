export type RouteCase = {
  route: string;
  /** What stands in the title of the page and, unless said otherwise, in its heading. */
  title: string;
  heading?: string;
};

function named(titles: Record<string, string>): RouteCase[] {
  return Object.entries(titles).map(([route, title]) => ({ route, title }));
}

/** The routes anybody may walk; where a feature is off they show its notice. */
export const openRoutes: readonly RouteCase[] = [
  { route: "/login", title: "Sign in", heading: "Sign in to Assay" },
  { route: "/auth/error", title: "Sign-in error", heading: "Sign-in failed" },
  { route: "/auth/verify", title: "Check your mail" },
  ...named({
    "/": "Market overview",
    "/citations": "Media & citations",
    "/directory": "Company directory",
    "/downloads": "Downloads",
    "/treasuries": "U.S. Treasuries",
    "/global-bonds": "Global bonds",
    "/news": "News",
    "/invest": "Invest",
    "/platform-overview": "Data & API platform",
    "/data-partners": "Data partners",
    "/developer/visualization": "Visualization",
    "/tools/api/api-keys": "API keys",
    "/tools/api/endpoint/protocols": "Protocols endpoint",
    "/tools/api/endpoint/service_providers": "Service providers endpoint",
    "/tools/api/endpoint/investments": "Investments endpoint",
    "/tools/api/endpoint/issuers": "Issuers endpoint",
    "/tools/api/endpoint/transactions": "Transactions endpoint",
    "/tools/api/endpoint/assets": "Assets endpoint",
    "/tools/api/endpoint/networks": "Networks endpoint",
    "/tools/api/endpoint/tokens": "Tokens endpoint",
    "/tools/api/endpoint/asset_timeseries": "Asset time series endpoint",
    "/tools/api/endpoint/protocol_timeseries": "Protocol time series endpoint",
    "/protocols": "Protocols",
    "/protocols/[protocolSlug]": "Harbour ledger sample",
    "/platforms": "Platforms",
    "/platforms/[platformSlug]": "Harbour ledger sample",
    "/investments": "Investments",
    "/investments/[investmentSlug]": "Harbour ledger sample",
    "/issuers": "Issuers",
    "/issuers/[issuerSlug]": "Harbour ledger sample",
    "/networks": "Networks",
    "/networks/[networkSlug]": "Harbour ledger sample",
    "/assets": "Asset search",
    "/assets/[assetSlug]": "Harbour ledger sample",
    "/assets/timeseries": "Asset charting",
    "/assets/aggregates": "Asset aggregates",
    "/loans": "Loans",
    "/pools": "Pools",
    "/transactions": "Transactions",
    "/protocol_timeseries": "Protocol time series",
    "/pool_timeseries": "Pool time series",
    "/loan_timeseries": "Loan time series",
    "/stablecoins": "Stablecoins",
    "/tokens": "Tokens",
    "/commodities": "Commodities",
    "/stocks": "Stocks",
    "/institutional-funds": "Institutional funds",
    "/private-credit": "Private credit",
    "/real-estate": "Real estate",
    "/asset_classes": "Asset classes",
    "/tools/jurisdiction_explorer": "Jurisdiction explorer",
  }),
];

const accessRules = [
  { folder: "api_access_user_roles", parameter: "apiAccessUserRoleID", one: "User role" },
  { folder: "api_access_org_roles", parameter: "apiAccessOrgRoleID", one: "Organization role" },
  {
    folder: "api_access_policy_assignments",
    parameter: "apiAccessPolicyAssignmentID",
    one: "Policy assignment",
    detail: true,
  },
  { folder: "api_access_roles", parameter: "apiAccessRoleID", one: "Access role", detail: true },
  {
    folder: "api_access_policies",
    parameter: "apiAccessPolicyID",
    one: "Access policy",
    detail: true,
  },
];

const many: Record<string, string> = { "Access policy": "Access policies" };

/** The routes that show their content to an administrator alone, and those of an account. */
export const accountRoutes: readonly RouteCase[] = [
  ...named({
    "/settings": "Settings",
    "/settings/profile": "Profile",
    "/settings/plan": "Plan",
    "/settings/team": "Team",
    "/settings/api-keys": "API keys",
    "/admin/users": "User admin",
    "/admin/users/[userID]": "User",
    "/admin/organizations": "Organization admin",
    "/admin/organizations/[organizationID]": "Organization",
  }),
  ...accessRules.flatMap(({ folder, parameter, one, detail }) => {
    const list = `/admin/${folder}`;
    return named({
      [list]: many[one] ?? `${one}s`,
      [`${list}/new`]: `New ${one.toLowerCase()}`,
      ...(detail ? { [`${list}/[${parameter}]`]: one } : {}),
      [`${list}/[${parameter}]/edit`]: `Edit ${one.toLowerCase()}`,
    });
  }),
];

/** An address of the route; its parameter, if it has one, names nothing that exists. */
export function addressOf(route: string): string {
  return route.replace(/\[[^\]]+\]/, "harbour-ledger-sample");
}

/** The route without which an address would be served by another's file. */
export const entityRoutes = openRoutes.filter(({ route }) => route.includes("["));
