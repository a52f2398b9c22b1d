import type { Article, Citation, DataPartner } from "@/api/contract";
import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText } from "@/components/ui/text/Figure";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { Words } from "@/records/cells";
import { resourceOf } from "@/records/resource";
import { columnsFor } from "../columnsFor";
import type { CatalogColumn, Listing } from "../listing";

type NewsItem = Article | Citation | DataPartner;

function Title({ row }: { row: NewsItem }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <bdi className="truncate">{row.name}</bdi>
      {row.is_sample && <SampleTag />}
    </span>
  );
}

function link<Row extends NewsItem>(header: string): CatalogColumn<Row> {
  return {
    id: "url",
    header,
    kind: "text",
    width: 200,
    cell: (row) =>
      row.url ? (
        <OutsideLink href={row.url} tabIndex={-1}>
          {row.url.replace(/^https?:\/\/(www\.)?/i, "")}
        </OutsideLink>
      ) : (
        <Words>{null}</Words>
      ),
  };
}

function subtitle(row: NewsItem, words: string | null): string {
  return [words, row.is_sample && "Sample"].filter(Boolean).join(" · ");
}

const article = columnsFor<Article>();

export const articleListing: Listing<Article> = {
  resource: resourceOf("articles"),
  label: "Articles",
  search: { id: "name", fields: ["name", "excerpt", "publisher"] },
  searchLabel: "Text or publisher",
  sort: { column: "published_at", direction: "descending" },
  filters: [
    "published_at",
    "publisher",
    "feed_name",
    "asset_class_slugs",
    "network_slugs",
    "platform_slugs",
    "is_sample",
  ],
  columns: [
    {
      id: "name",
      header: "Headline",
      kind: "text",
      width: 420,
      cell: (row) => <Title row={row} />,
    },
    {
      id: "published_at",
      header: "Published",
      kind: "date",
      cell: (row) => <DateText value={row.published_at} />,
    },
    article.words("publisher", "Publisher"),
    link("Link"),
    {
      id: "topics",
      header: "Topics",
      kind: "text",
      cell: (row) => <Words>{row.topics.map(choiceLabel).join(", ")}</Words>,
    },
    article.words("excerpt", "Excerpt", { width: 360 }),
  ],
  cards: {
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => subtitle(row, row.publisher),
    value: (row) => <DateText value={row.published_at} />,
    pairs: ["topics", "url"],
  },
  coverage: "Headlines and excerpts; the full article is on the site of the publisher.",
  empty: {
    title: "No news recorded",
    text: "Articles can be imported from a file or entered by an administrator. The available feeds are listed under Data partners.",
  },
};

const citation = columnsFor<Citation>();

export const citationListing: Listing<Citation> = {
  resource: resourceOf("citations"),
  label: "Citations",
  search: { id: "name", fields: ["name", "publisher"] },
  searchLabel: "Title or publisher",
  sort: { column: "published_on", direction: "descending" },
  filters: ["published_on", "publisher", "kind", "is_sample"],
  columns: [
    { id: "name", header: "Title", kind: "text", width: 420, cell: (row) => <Title row={row} /> },
    citation.words("publisher", "Publisher"),
    link("Link"),
    citation.choice("kind", "Kind"),
    citation.day("published_on", "Published"),
    {
      id: "authors",
      header: "Authors",
      kind: "text",
      defaultHidden: true,
      cell: (row) => <Words>{row.authors.join(", ")}</Words>,
    },
    citation.words("excerpt", "Citation", { width: 320 }),
  ],
  cards: {
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => subtitle(row, row.publisher),
    value: (row) => <DateText value={row.published_on} />,
    pairs: ["kind", "url"],
  },
  empty: {
    title: "No citations recorded yet",
    text: "Press, papers and reports that cite the data are entered by the operator of this installation.",
  },
};

const partner = columnsFor<DataPartner>();

export const partnerListing: Listing<DataPartner> = {
  resource: resourceOf("data_partners"),
  label: "Sources",
  search: { id: "name", fields: ["name", "coverage"] },
  searchLabel: "Name or coverage",
  sort: { column: "name", direction: "ascending" },
  filters: ["licence", "row_count", "is_sample"],
  columns: [
    { id: "name", header: "Source", kind: "text", cell: (row) => <Title row={row} /> },
    partner.words("licence", "Licence"),
    partner.words("coverage", "Coverage", { width: 420 }),
    partner.words("gaps", "Gaps", { width: 240 }),
    partner.count("row_count", "Rows", {
      description: "Rows of the shipped data to which the source contributed",
    }),
    {
      id: "files",
      header: "Files",
      kind: "text",
      cell: (row) => <Words>{row.files.join(", ")}</Words>,
    },
    partner.words("attribution", "Attribution", { width: 240 }),
    partner.words("licence_note", "Licence conditions", { width: 240, defaultHidden: true }),
    link("Website"),
  ],
  cards: {
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => subtitle(row, row.coverage),
    value: (row) => row.licence ?? notDisclosed,
    pairs: ["row_count", "url"],
  },
  empty: {
    title: "No sources connected yet",
    text: "Sources appear after the first import, with licence and date.",
  },
};
