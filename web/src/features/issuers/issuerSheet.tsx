import type { Issuer } from "@/api/contract";
import { where } from "@/api/listQuery";
import { kindTabs } from "@/lists/related/kindTabs";
import { LazyList } from "@/lists/related/LazyList";
import { newsTab } from "@/lists/related/newsTab";
import { participantSheet } from "@/lists/related/participantSheet";
import { Words } from "@/records/cells";
import { eventsTab } from "@/records/EventList";
import { resourceOf } from "@/records/resource";

export const issuerSheet = participantSheet<Issuer>({
  resource: resourceOf("issuers"),
  one: "Issuer",
  role: "Issuer",
  description: "One issuer: legal identity, assets and key figures.",
  parent: { href: "/issuers", label: "Issuers" },
  assets: { field: "issuer_slug", column: "issuer_name" },
  legal: [
    {
      field: "legal_form",
      label: "Legal structure",
      value: (row) => <Words>{row.legal_form}</Words>,
    },
  ],
  registration: {
    title: "Registration and supervision",
    facts: [
      { field: "regulator", label: "Regulator", value: (row) => <Words>{row.regulator}</Words> },
      {
        field: "licence_held",
        label: "Regulatory licence",
        value: (row) => <Words>{row.licence_held}</Words>,
      },
    ],
  },
  related: [
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
    ...kindTabs("issuers"),
    eventsTab({ dates: () => [], country: (row) => row.country_code }),
    newsTab("issuer_slugs"),
  ],
});
