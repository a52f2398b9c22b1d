import type { AssetClass, Company } from "@/api/contract";
import { Link } from "@/components/ui/links/Link";
import { Monogram } from "@/components/ui/marks/Monogram";
import { issuerAddress, platformAddress } from "@/lib/address/addresses";
import { classGroupAddress } from "@/lib/address/classGroups";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { RecordName, Words } from "@/records/cells";
import { assetCount } from "@/records/FactNumber";
import { resourceOf } from "@/records/resource";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";
import { classNumbers, valuesKnown } from "../numbers/numbers";

const kind = columnsFor<AssetClass>();

/** The page of a class, or else the list of its assets. */
function classAddress(row: AssetClass): string {
  const page = classGroupAddress(row.class_group);
  return page ?? `/assets?filter=asset_class_slug:is:${encodeURIComponent(row.slug)}`;
}

export const assetClassListing: Listing<AssetClass> = {
  resource: resourceOf("asset_classes"),
  label: "Asset classes",
  search: { id: "name", fields: ["name", "description"] },
  searchLabel: "Name or definition",
  sort: { column: "id", direction: "ascending" },
  filters: ["class_group", "asset_count"],
  href: classAddress,
  numbers: classNumbers,
  columns: [
    {
      id: "name",
      header: "Class",
      kind: "text",
      cell: (row) => <RecordName row={row} classSlug={row.slug} />,
    },
    { id: "id", header: "Id", kind: "number", cell: (row) => String(row.id) },
    kind.count("asset_count", "Assets"),
    kind.series("value", "Value", "money", "US$ m"),
    {
      id: "class_group",
      header: "Group",
      kind: "text",
      cell: (row) => {
        const page = classGroupAddress(row.class_group);
        const name = row.class_group && choiceLabel(row.class_group.replaceAll("-", " "));
        return page ? (
          <Link href={page} tabIndex={-1} className="text-accent hover:underline">
            {name}
          </Link>
        ) : (
          <Words>{name}</Words>
        );
      },
    },
    kind.words("description", "Definition", { width: 480 }),
    kind.words("key", "Key", { defaultHidden: true }),
  ],
  cards: {
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => row.description,
    value: assetCount("asset_classes"),
    change: () => "assets",
    pairs: ["id", "class_group"],
  },
  coverage: valuesKnown,
  empty: {
    title: "No asset classes yet",
    text: "Records appear after the first import of the catalog.",
  },
};

const company = columnsFor<Company>();

/** A company's own page, by the first of its roles that has one. */
function companyAddress(row: Company): string | null {
  if (row.issuer_slug) return issuerAddress(row.issuer_slug);
  return row.platform_slug ? platformAddress(row.platform_slug) : null;
}

export const companyListing: Listing<Company> = {
  resource: resourceOf("companies"),
  label: "Companies",
  search: { id: "name", fields: ["name", "legal_name", "lei"] },
  searchLabel: "Name or LEI",
  sort: { column: "name", direction: "ascending" },
  filters: ["roles", "country_code", "asset_count", "is_sample"],
  href: companyAddress,
  columns: [
    { id: "name", header: "Company", kind: "text", cell: (row) => <RecordName row={row} /> },
    {
      id: "roles",
      header: "Roles",
      kind: "text",
      cell: (row) => <Words>{row.roles.map(choiceLabel).join(", ")}</Words>,
    },
    company.named("country_name", "Country"),
    company.count("asset_count", "Assets"),
    company.words("legal_name", "Legal name", { width: 220 }),
    company.words("lei", "LEI", { defaultHidden: true }),
    company.words("cik", "CIK", { defaultHidden: true }),
  ],
  cards: {
    lead: (row) => <Monogram id={row.slug} name={row.name} />,
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) =>
      [row.roles.map(choiceLabel).join(", "), row.is_sample && "Sample"]
        .filter(Boolean)
        .join(" · "),
    value: assetCount("companies"),
    change: () => "assets",
    pairs: ["country_name", "legal_name"],
  },
  coverage:
    "Managers, custodians, auditors and other providers appear after an import or an entry by an administrator.",
  empty: {
    title: "No companies yet",
    text: "Records appear after the first import of the catalog.",
  },
};
