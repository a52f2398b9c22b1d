import type { ReactNode } from "react";
import type { FieldMeta, Token } from "@/api/contract";
import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { Monogram } from "@/components/ui/marks/Monogram";
import { NetworkBadge, NetworkDots } from "@/components/ui/marks/NetworkBadge";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Address } from "@/components/ui/text/Address";
import { Count, DateText, Figure, NoFigure, Percent } from "@/components/ui/text/Figure";
import { classColour } from "@/lib/classColour";
import { formatCountFull } from "@/lib/format";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { offChain } from "@/lib/format/offChain";
import { explorerOf } from "./explorer";
import { type CatalogRecord, fieldValue } from "./resource";
import { useNetworks } from "./useCatalog";

/** Registers that have none give whole addresses as tickers; those would leave no room for the name. */
const longestTicker = 12;

/** A ticker that a name can stand beside. */
export function shortTicker(symbol: string | null | undefined): string | null {
  return symbol && symbol.length <= longestTicker ? symbol : null;
}

type RecordNameProps = {
  row: Pick<CatalogRecord, "slug" | "name" | "is_sample">;
  symbol?: string | null;
  classSlug?: string | null;
};

/** A record by mark, name and ticker, marked where it is fictional. */
export function RecordName({ row, symbol, classSlug }: RecordNameProps) {
  const ticker = shortTicker(symbol);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Monogram id={row.slug} name={ticker ?? row.name} colour={classColour(classSlug)} />
      <bdi className="truncate">{row.name}</bdi>
      {ticker && <bdi className="flex-none font-normal text-text-3 text-xs">{ticker}</bdi>}
      {row.is_sample && <SampleTag />}
    </span>
  );
}

/** Text as it was written, or the place of it. */
export function Words({ children }: { children: string | null | undefined }) {
  if (!children) return <NoFigure reason={notDisclosed} />;
  return <bdi title={children}>{children}</bdi>;
}

export function Choice({ children }: { children: string | null | undefined }) {
  return <Words>{children && choiceLabel(children)}</Words>;
}

export function YesNo({ value }: { value: boolean | null }) {
  if (value === null) return <NoFigure reason={notDisclosed} />;
  return value ? "Yes" : "No";
}

/** "1,250,000 USDC" */
export function Amount({ value, currency }: { value: number | null; currency?: string | null }) {
  if (value === null) return <NoFigure reason={notDisclosed} />;
  const digits = formatCountFull(value);
  return <Figure text={currency ? `${digits} ${currency}` : digits} exact={String(value)} />;
}

export function Rate({ value }: { value: number | null }) {
  return <Percent value={value} places={2} reason={notDisclosed} />;
}

/** A rate that is kept in basis points. */
export function Points({ value }: { value: number | null }) {
  return <Rate value={value === null ? null : value / 10_000} />;
}

type NetworksCellProps = {
  slugs: ReadonlyArray<string>;
  /** Whether it has tokens: where these have no network it is off-chain, without tokens it is not known. */
  tokens?: number;
};

export function NetworksCell({ slugs, tokens = 0 }: NetworksCellProps) {
  const networks = useNetworks();
  if (slugs.length === 0 && tokens > 0) return <span className="text-text-2">{offChain}</span>;
  if (slugs.length === 0) return <NoFigure reason={notDisclosed} />;
  const marks = slugs.map((slug) => {
    const network = networks.get(slug);
    return { name: network?.name ?? slug, colour: network?.badge_color ?? null };
  });
  return <NetworkDots networks={marks} />;
}

type NetworkCellProps = { slug: string | null; name: string | null; href?: string };

/** The network of a token; a token without one is an entry in a book. */
export function NetworkCell({ slug, name, href }: NetworkCellProps) {
  const network = useNetworks().get(slug ?? "");
  if (slug === null) return <NetworkBadge name={offChain} colour={null} />;
  return (
    <NetworkBadge
      name={name ?? network?.name ?? slug}
      colour={network?.badge_color ?? null}
      href={href}
    />
  );
}

type TokenAddressProps = { token: Pick<Token, "address" | "network_slug" | "is_sample"> };

export function TokenAddress({ token }: TokenAddressProps) {
  const network = useNetworks().get(token.network_slug ?? "");
  if (!token.address) return <NoFigure reason="Book entry without an address" />;
  // Sample records do not exist on a network, so no explorer has them.
  const explorer = network && !token.is_sample ? explorerOf(network, token.address) : undefined;
  return <Address value={token.address} what="token address" explorer={explorer} tabIndex={-1} />;
}

/** Namespaces whose explorers have the same page for every kind of address. */
const anyAddress = ["eip155", "solana"];

type PlaceAddressProps = {
  row: { address: string | null; network_slug: string | null; is_sample: boolean };
  what: string;
  /** -1 in a cell of a table. */
  tabIndex?: number;
};

/** An address of a record that is not a token, such as a loan contract. */
export function PlaceAddress({ row, what, tabIndex }: PlaceAddressProps) {
  const network = useNetworks().get(row.network_slug ?? "");
  if (!row.address) return <NoFigure reason={notDisclosed} />;
  const known = network && !row.is_sample && anyAddress.includes(network.namespace ?? "");
  const explorer = known ? explorerOf(network, row.address) : undefined;
  return <Address value={row.address} what={what} explorer={explorer} tabIndex={tabIndex} />;
}

/** The value of any field, shown by its type alone. */
export function metaCell(field: FieldMeta, row: object): ReactNode {
  const value = fieldValue(row, field.name);
  if (value === null || value === undefined) return <NoFigure reason={notDisclosed} />;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return <Words>{value.join(", ")}</Words>;
  if (field.type === "date") return <DateText value={String(value)} />;
  if (field.type === "instant") return <DateText value={String(value)} time />;
  if (typeof value === "number") {
    return field.unit === "ratio" ? (
      <Rate value={value} />
    ) : (
      <PlainNumber field={field} value={value} />
    );
  }
  const text = String(value);
  if (/^https?:\/\//i.test(text)) {
    return (
      <OutsideLink href={text} tabIndex={-1}>
        {text.replace(/^https?:\/\/(www\.)?/i, "")}
      </OutsideLink>
    );
  }
  return field.type === "enum" ? <Choice>{text}</Choice> : <Words>{text}</Words>;
}

/** Numbers that name something are not grouped. */
function PlainNumber({ field, value }: { field: FieldMeta; value: number }) {
  if (field.type === "id" || field.name.endsWith("_id")) return <Figure text={String(value)} />;
  return <Count value={value} full />;
}
