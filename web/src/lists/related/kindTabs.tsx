import type { ComponentType } from "react";
import type { Asset, Issuer } from "@/api/contract";
import { every, where } from "@/api/listQuery";
import { Lazy } from "@/components/Lazy";
import type { CatalogRecord } from "@/records/resource";
import type { Related } from "@/records/sheet";
import type { Listing } from "../listing";
import { ListPlace } from "./ListPlace";
import type { RelatedRows } from "./RelatedList";

/** The pages that have tabs of other kinds, and what of their record these need. */
type Pages = {
  assets: Pick<Asset, "slug" | "issuer_slug">;
  issuers: Pick<Issuer, "slug">;
};

/** A tab with the records of one kind. */
type KindTab = {
  /** In the address. */
  id: string;
  label: string;
  /** The pages that have the tab, each with the rows that belong to its record. */
  on: { [Page in keyof Pages]?: (row: Pages[Page]) => RelatedRows };
  /** Loads the content of the tab when the tab is opened. */
  load: () => Promise<ComponentType<RelatedRows>>;
};

/** The rows of a listing, and nothing else. */
function rowsOf<Row extends CatalogRecord>(listing: () => Promise<Listing<Row>>): KindTab["load"] {
  return async () => {
    const [{ RelatedList }, loaded] = await Promise.all([import("./RelatedList"), listing()]);
    return (props) => <RelatedList listing={loaded} {...props} />;
  };
}

/** In the order of a page. */
const tabs: ReadonlyArray<KindTab> = [
  {
    id: "reserves",
    label: "Reserves",
    on: { assets: coveringAsset, issuers: ({ slug }) => ({ only: ofIssuer(slug) }) },
    load: async () => (await import("./ReserveReports")).ReserveReports,
  },
  {
    id: "compliance",
    label: "Compliance",
    on: {
      assets: ({ slug }) => ({
        only: where("asset_slug", "equals", slug),
        without: ["asset_name"],
        all: `/compliance?filter=asset_slug:is:${encodeURIComponent(slug)}`,
      }),
    },
    load: rowsOf(async () => (await import("../listings/complianceListing")).complianceListing),
  },
];

function ofIssuer(slug: string) {
  return where("issuer_slug", "equals", slug);
}

/** The records of an asset, and those of its issuer that cover all assets of the issuer. */
function coveringAsset({ slug, issuer_slug: issuer }: Pages["assets"]): RelatedRows {
  const own = where("asset_slug", "equals", slug);
  const ofAll = issuer && every([ofIssuer(issuer), where("asset_slug", "equals", null)]);
  return { only: { operator: "or", filters: ofAll ? [own, ofAll] : [own] }, asset: slug };
}

/** The tabs of other kinds on a page. */
export function kindTabs<Page extends keyof Pages>(
  page: Page,
): ReadonlyArray<Related<Pages[Page]>> {
  return tabs.flatMap((tab) => {
    const rows = tab.on[page];
    return rows ? tabOf(tab, rows) : [];
  });
}

function tabOf<Row extends { slug: string }>(
  { id, label, load }: KindTab,
  rows: (row: Row) => RelatedRows,
): Related<Row> {
  const fallback = <ListPlace of={label.toLowerCase()} />;
  return {
    id,
    label,
    list: (row) => <Lazy key={row.slug} load={load} give={rows(row)} fallback={fallback} />,
  };
}
