import type { Issuer, Manager } from "@/api/contract";
import { where } from "@/api/listQuery";
import { Monogram } from "@/components/ui/marks/Monogram";
import { Words } from "@/records/cells";
import { countedTile, SiteLink } from "@/records/facts";
import type { Fact, Related, Sheet } from "@/records/sheet";
import { LazyList } from "./LazyList";

type Participant = Issuer | Manager;

/** The differences between the pages of issuers and managers. */
type Differences<Row extends Participant> = Pick<
  Sheet<Row>,
  "resource" | "one" | "description" | "parent"
> & {
  /** Before the legal name, under the title. */
  role: string;
  /** The field of an asset that names the participant, and the column that would repeat it. */
  assets: { field: string; column: string };
  /** Between the legal name and the domicile. */
  legal: ReadonlyArray<Fact<Row>>;
  registration: { title: string; facts: ReadonlyArray<Fact<Row>> };
  related: ReadonlyArray<Related<Row>>;
};

/** The page of an organization that takes part in assets. */
export function participantSheet<Row extends Participant>({
  role,
  assets: { field, column },
  legal,
  registration,
  related,
  ...kind
}: Differences<Row>): Sheet<Row> {
  return {
    ...kind,
    mark: (row) => <Monogram id={row.slug} name={row.name} size="large" />,
    summary: (row) => (
      <>
        <span>{role}</span>
        {row.legal_name && <bdi>{row.legal_name}</bdi>}
        {row.country_name && <span>{row.country_name}</span>}
      </>
    ),
    links: (row) => [{ label: "Website", href: row.website }],
    text: () => null,
    note: (row) => row.note,
    figures: (row) => [countedTile(row, "Assets", "asset_count", row?.asset_count)],
    groups: [
      {
        title: "Legal identity",
        facts: [
          {
            field: "legal_name",
            label: "Legal name",
            value: (row) => <Words>{row.legal_name}</Words>,
          },
          ...legal,
          {
            field: "country_name",
            label: "Domicile",
            value: (row) => <Words>{row.country_name}</Words>,
          },
          { field: "website", label: "Website", value: (row) => <SiteLink href={row.website} /> },
        ],
      },
      {
        title: registration.title,
        facts: [
          { field: "lei", label: "LEI", value: (row) => <Words>{row.lei}</Words> },
          { field: "cik", label: "CIK", value: (row) => <Words>{row.cik}</Words> },
          ...registration.facts,
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
            only={where(field, "equals", row.slug)}
            without={[column]}
            all={`/assets?filter=${field}:is:${encodeURIComponent(row.slug)}`}
          />
        ),
      },
      ...related,
    ],
  };
}
