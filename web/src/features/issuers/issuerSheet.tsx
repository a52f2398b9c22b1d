import type { Issuer } from "@/api/contract";
import { where } from "@/api/listQuery";
import { Monogram } from "@/components/ui/marks/Monogram";
import { LazyList } from "@/lists/related/LazyList";
import { newsTab } from "@/lists/related/newsTab";
import { issuerReserves } from "@/lists/related/reservesTab";
import { Words } from "@/records/cells";
import { eventsTab } from "@/records/EventList";
import { counted, SiteLink } from "@/records/facts";
import { issuers } from "@/records/resources";
import type { Sheet } from "@/records/sheet";

export const issuerSheet: Sheet<Issuer> = {
  resource: issuers,
  one: "Issuer",
  description: "One issuer: legal identity, assets and key figures.",
  parent: { href: "/issuers", label: "Issuers" },
  mark: (row) => <Monogram id={row.slug} name={row.name} size="large" />,
  summary: (row) => (
    <>
      <span>Issuer</span>
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
          field: "legal_form",
          label: "Legal structure",
          value: (row) => <Words>{row.legal_form}</Words>,
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
      title: "Registration and supervision",
      facts: [
        { field: "lei", label: "LEI", value: (row) => <Words>{row.lei}</Words> },
        { field: "cik", label: "CIK", value: (row) => <Words>{row.cik}</Words> },
        {
          field: "regulator",
          label: "Regulator",
          value: (row) => <Words>{row.regulator}</Words>,
        },
        {
          field: "licence_held",
          label: "Regulatory licence",
          value: (row) => <Words>{row.licence_held}</Words>,
        },
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
          only={where("issuer_slug", "equals", row.slug)}
          without={["issuer_name"]}
          all={`/assets?filter=issuer_slug:is:${encodeURIComponent(row.slug)}`}
        />
      ),
    },
    {
      id: "investments",
      label: "Investments",
      list: (row) => (
        <LazyList
          of="investments"
          only={where("issuer_slug", "equals", row.slug)}
          without={["issuer_name"]}
          all={`/investments?filter=issuer_slug:is:${encodeURIComponent(row.slug)}`}
        />
      ),
    },
    issuerReserves,
    eventsTab({ dates: () => [], country: (row) => row.country_code }),
    newsTab("issuer_slugs"),
  ],
};
