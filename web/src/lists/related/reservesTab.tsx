import type { Asset, Filter, Issuer } from "@/api/contract";
import { every, where } from "@/api/listQuery";
import { Lazy } from "@/components/Lazy";
import type { Related } from "@/records/sheet";
import { ListPlace } from "./ListPlace";
import type { ReserveReportsProps } from "./ReserveReports";

const load = async () => (await import("./ReserveReports")).ReserveReports;

function tab<Row extends { slug: string }>(
  only: (row: Row) => Filter,
  without: ReadonlyArray<string>,
): Related<Row> {
  return {
    id: "reserves",
    label: "Reserves",
    list: (row) => {
      const give: ReserveReportsProps = { only: only(row), without };
      return (
        <Lazy
          key={row.slug}
          load={load}
          give={give}
          fallback={<ListPlace of="reserve reports" />}
        />
      );
    },
  };
}

/** The reports of an asset, and those of its issuer that cover all assets of the issuer. */
export const assetReserves = tab<Pick<Asset, "slug" | "issuer_slug">>((row) => {
  const own = where("asset_slug", "equals", row.slug);
  if (row.issuer_slug === null) return own;
  const ofIssuer = every([
    where("issuer_slug", "equals", row.issuer_slug),
    where("asset_slug", "equals", null),
  ]);
  return { operator: "or", filters: ofIssuer ? [own, ofIssuer] : [own] };
}, []);

/** The reports of an issuer, of all or of single assets. */
export const issuerReserves = tab<Pick<Issuer, "slug">>(
  (row) => where("issuer_slug", "equals", row.slug),
  [],
);
