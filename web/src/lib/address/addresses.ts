/** The pages of entities. No other place builds these addresses. */
const lists = {
  network: "/networks",
  platform: "/platforms",
  protocol: "/protocols",
  issuer: "/issuers",
  manager: "/managers",
  asset: "/assets",
  investment: "/investments",
} as const;

export type EntityKind = keyof typeof lists;

/** Slugs that a browser would resolve to another folder have no page; their list stands in. */
export function entityAddress(kind: EntityKind, slug: string): string {
  const list = lists[kind];
  return /^\.{0,2}$/.test(slug) ? list : `${list}/${encodeURIComponent(slug)}`;
}

export function networkAddress(networkSlug: string): string {
  return entityAddress("network", networkSlug);
}

export function platformAddress(platformSlug: string): string {
  return entityAddress("platform", platformSlug);
}

export function protocolAddress(protocolSlug: string): string {
  return entityAddress("protocol", protocolSlug);
}

export function issuerAddress(issuerSlug: string): string {
  return entityAddress("issuer", issuerSlug);
}

export function managerAddress(managerSlug: string): string {
  return entityAddress("manager", managerSlug);
}

export function assetAddress(assetSlug: string): string {
  return entityAddress("asset", assetSlug);
}

/** Loans and pools have no page of their own: they stand open beside their list. */
export function loanAddress(loanSlug: string): string {
  return `/loans?open=${encodeURIComponent(loanSlug)}`;
}

export function poolAddress(poolSlug: string): string {
  return `/pools?open=${encodeURIComponent(poolSlug)}`;
}

export function investmentAddress(investmentSlug: string): string {
  return entityAddress("investment", investmentSlug);
}

/** The page on which administrators change a record; `kind` is its resource. */
export function editAddress(kind: string, slug: string): string {
  return `/admin/catalog/${kind}/${encodeURIComponent(slug)}/edit`;
}
