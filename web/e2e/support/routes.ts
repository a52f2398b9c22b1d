export type RouteCase = {
  route: string;
  /** The title of the page and, unless `heading` differs, its heading. */
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
  { route: "/auth/second-factor", title: "Confirm your sign-in" },
  { route: "/auth/verify", title: "Check your e-mail" },
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
    "/protocols/[protocolSlug]": "Goldfinch",
    "/platforms": "Platforms",
    "/platforms/[platformSlug]": "Backed",
    "/investments": "Investments",
    "/investments/[investmentSlug]": "Offer 1 of Dahlia Treasury Fund 1 (sample)",
    "/issuers": "Issuers",
    "/issuers/[issuerSlug]": "Aave",
    "/managers": "Managers",
    "/managers/[managerSlug]": "Umberfell Management (sample)",
    "/networks": "Networks",
    "/networks/[networkSlug]": "Ethereum",
    "/assets": "Asset search",
    "/assets/[assetSlug]": "Dai",
    "/assets/timeseries": "Asset charting",
    "/assets/aggregates": "Asset aggregates",
    "/loans": "Loans",
    "/pools": "Pools",
    "/transactions": "Transactions",
    "/compliance": "Compliance events",
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
    "/settings/sessions": "Sessions",
    "/settings/plan": "Plan",
    "/settings/team": "Team",
    "/settings/api-keys": "Account API keys",
    "/admin/users": "User admin",
    "/admin/users/[userID]": "User",
    "/admin/organizations": "Organization admin",
    "/admin/organizations/[organizationID]": "Organization",
    "/admin/catalog": "Catalog admin",
    "/admin/catalog/[kind]": "Issuers",
    "/admin/catalog/[kind]/new": "New issuer",
    "/admin/catalog/[kind]/[slug]/edit": "Edit Aave",
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

/** Records that come with the program, two of each kind that has pages; another slug would be no page. */
const records: Record<string, readonly [string, string]> = {
  "/protocols/[protocolSlug]": ["goldfinch", "centrifuge"],
  "/platforms/[platformSlug]": ["backed", "dinari"],
  "/investments/[investmentSlug]": [
    "offer-1-of-dahlia-treasury-fund-1-sample",
    "offer-2-of-poplar-treasury-fund-1-sample",
  ],
  "/issuers/[issuerSlug]": ["aave", "agora"],
  "/managers/[managerSlug]": ["umberfell-management-sample", "ashlar-investment-sample"],
  "/networks/[networkSlug]": ["ethereum", "solana"],
  "/assets/[assetSlug]": ["dai", "bread"],
  "/admin/catalog/[kind]": ["issuers", "assets"],
  "/admin/catalog/[kind]/new": ["issuers", "assets"],
  "/admin/catalog/[kind]/[slug]/edit": ["issuers/aave", "assets/dai"],
};

/** Two addresses of a route. */
export function addressesOf(route: string): readonly [string, string] {
  const [first, second] = records[route] ?? ["harbour-ledger-sample", "tide-one-sample"];
  const filled = (slug: string) => route.replace(/\[.*\]/, slug);
  return [filled(first), filled(second)];
}

/** An address of the route; where its pages are there for every value, it names nothing that exists. */
export function addressOf(route: string): string {
  return addressesOf(route)[0];
}

/** The route without which an address would be served by another's file. */
export const entityRoutes = openRoutes.filter(({ route }) => route.includes("["));

/** Pages of a sample record itself, and the one that shows every component with fictitious data. */
export const isAboutSamples = ({ route }: RouteCase) =>
  addressOf(route).endsWith("-sample") || route === "/developer/visualization";
