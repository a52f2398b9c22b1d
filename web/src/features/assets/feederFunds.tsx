import type { Asset } from "@/api/contract";
import { where } from "@/api/listQuery";
import { assetAddress } from "@/lib/address/addresses";
import { LazyList } from "@/lists/related/LazyList";
import { RecordLink } from "@/records/facts";
import type { Fact, Related } from "@/records/sheet";

function feedersAddress({ slug }: Asset): string {
  return `/assets?filter=master_slug:is:${encodeURIComponent(slug)}`;
}

/** The master fund of a feeder fund, and the feeder funds of a master fund. */
export const feederFacts: ReadonlyArray<Fact<Asset>> = [
  {
    field: "master_name",
    label: "Feeder of",
    when: (row) => row.master_slug !== null,
    value: (row) => (
      <RecordLink name={row.master_name} href={row.master_slug && assetAddress(row.master_slug)} />
    ),
  },
  {
    field: "feeder_count",
    label: "Feeder funds",
    when: (row) => row.feeder_count > 0,
    value: (row) => (
      <RecordLink
        name={`${row.feeder_count} ${row.feeder_count === 1 ? "fund" : "funds"}`}
        href={feedersAddress(row)}
      />
    ),
  },
];

export const feedersTab: Related<Asset> = {
  id: "feeders",
  label: "Feeder funds",
  when: (row) => row.feeder_count > 0,
  count: (row) => row.feeder_count,
  list: (row) => (
    <LazyList
      of="assets"
      only={where("master_slug", "equals", row.slug)}
      all={feedersAddress(row)}
    />
  ),
};
