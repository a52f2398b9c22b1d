import { Link } from "@/components/ui/links/Link";
import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { DateText, NoFigure } from "@/components/ui/text/Figure";
import { splitCount } from "@/lib/format";
import { notDisclosed } from "@/lib/format/notDisclosed";
import type { CatalogRecord } from "./resource";
import type { CountedTile } from "./sheet";

/** Another record of the catalog by name, leading to its page. */
export function RecordLink({ name, href }: { name: string | null; href: string | null }) {
  if (!name) return <NoFigure reason={notDisclosed} />;
  if (!href) return <bdi>{name}</bdi>;
  return (
    <Link
      href={href}
      className="target inline-block max-w-full rounded-xs align-top text-accent hover:underline"
    >
      <bdi className="block truncate">{name}</bdi>
    </Link>
  );
}

/** A page of another site by its address. */
export function SiteLink({ href }: { href: string | null }) {
  if (!href) return <NoFigure reason={notDisclosed} />;
  return (
    <OutsideLink href={href}>
      {href.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "")}
    </OutsideLink>
  );
}

export function Day({ value }: { value: string | null }) {
  return <DateText value={value} reason={notDisclosed} />;
}

export function Listed({ values }: { values: ReadonlyArray<string> }) {
  if (values.length === 0) return <NoFigure reason={notDisclosed} />;
  return <bdi>{values.join(", ")}</bdi>;
}

/** The tile of a figure that the catalog counts. Sample records are counted for sample records only, which marks it. */
export function countedTile(
  row: CatalogRecord | null,
  label: string,
  field: string,
  value: number | undefined,
): CountedTile {
  return {
    ...{ label, field, value: splitCount(value), note: "In the catalog" },
    ...(row?.is_sample && value && { origin: "sample" as const }),
  };
}
