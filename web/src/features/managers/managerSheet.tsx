import type { Manager } from "@/api/contract";
import { where } from "@/api/listQuery";
import { Monogram } from "@/components/ui/marks/Monogram";
import { LazyList } from "@/lists/related/LazyList";
import { Words } from "@/records/cells";
import { counted, SiteLink } from "@/records/facts";
import { managers } from "@/records/resources";
import type { Sheet } from "@/records/sheet";

export const managerSheet: Sheet<Manager> = {
  resource: managers,
  one: "Manager",
  description: "One asset manager: legal identity, assets and key figures.",
  parent: { href: "/managers", label: "Managers" },
  mark: (row) => <Monogram id={row.slug} name={row.name} size="large" />,
  summary: (row) => (
    <>
      <span>Asset manager</span>
      {row.legal_name && <bdi>{row.legal_name}</bdi>}
      {row.country_name && <span>{row.country_name}</span>}
    </>
  ),
  links: (row) => [{ label: "Website", href: row.website }],
  text: () => null,
  note: (row) => row.note,
  figures: (row) => [counted("Assets", "asset_count", row?.asset_count)],
  groups: [
    {
      title: "Legal identity",
      facts: [
        {
          field: "legal_name",
          label: "Legal name",
          value: (row) => <Words>{row.legal_name}</Words>,
        },
        {
          field: "country_name",
          label: "Domicile",
          value: (row) => <Words>{row.country_name}</Words>,
        },
        { field: "website", label: "Website", value: (row) => <SiteLink href={row.website} /> },
      ],
    },
    {
      title: "Registration",
      facts: [
        { field: "lei", label: "LEI", value: (row) => <Words>{row.lei}</Words> },
        { field: "cik", label: "CIK", value: (row) => <Words>{row.cik}</Words> },
      ],
    },
  ],
  related: [
    {
      id: "assets",
      label: "Assets",
      count: (row) => row.asset_count,
      list: (row) => (
        <LazyList
          of="assets"
          only={where("manager_slug", "equals", row.slug)}
          without={["manager_name"]}
          all={`/assets?filter=manager_slug:is:${encodeURIComponent(row.slug)}`}
        />
      ),
    },
  ],
};
