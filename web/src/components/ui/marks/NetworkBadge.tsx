import type { CSSProperties } from "react";
import { type Explorer, ExplorerLink } from "../links/ExplorerLink";
import { Link } from "../links/Link";

type Network = {
  name: string;
  /** Null draws a hollow dot: off-chain, or no colour known. */
  colour: string | null;
};

/** Colours come from data; only a colour becomes a style. */
function dotStyle(colour: string | null): CSSProperties | undefined {
  const known = colour !== null && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour);
  return known ? { backgroundColor: colour } : undefined;
}

const ring = "shadow-[0_0_0_1px_color-mix(in_oklab,var(--text)_40%,transparent)]";
const hollow = "bg-surface shadow-[0_0_0_1px_var(--control-line)]";

function Dot({ colour }: { colour: string | null }) {
  const style = dotStyle(colour);
  return (
    <span
      aria-hidden="true"
      style={style}
      // Its ring lies outside of it, where a cell that cuts long names would cut it too.
      className={`ms-px size-[9px] flex-none rounded-full forced-color-adjust-none ${style ? ring : hollow}`}
    />
  );
}

type NetworkBadgeProps = Network & {
  /** Leads to its page. */
  href?: string;
  explorer?: Explorer;
};

/** A network by its colour and name, and the way to its explorer. */
export function NetworkBadge({ name, colour, href, explorer }: NetworkBadgeProps) {
  const look = "inline-flex min-w-0 max-w-full items-center gap-1.5 whitespace-nowrap";
  const content = (
    <>
      <Dot colour={colour} />
      <span className="truncate" title={name}>
        <bdi>{name}</bdi>
      </span>
    </>
  );
  const badge =
    href === undefined ? (
      <span className={look}>{content}</span>
    ) : (
      <Link
        href={href}
        className={`${look} min-h-6 rounded-xs hover:underline pointer-coarse:min-h-11`}
      >
        {content}
      </Link>
    );
  if (explorer === undefined) return badge;
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1">
      {badge}
      <ExplorerLink explorer={explorer} what={`network ${name}`} />
    </span>
  );
}

const shownAtOnce = 4;

/** Several networks in little room: overlapping dots and how many there are. */
export function NetworkDots({ networks }: { networks: ReadonlyArray<Network> }) {
  const names = networks.map((network) => network.name).join(", ");
  return (
    <span className="inline-flex items-center ps-0.5" title={names}>
      {networks.slice(0, shownAtOnce).map((network) => {
        const style = dotStyle(network.colour);
        return (
          <span
            key={network.name}
            aria-hidden="true"
            style={style}
            className={`-ms-0.5 size-[11px] rounded-full shadow-[0_0_0_1.5px_var(--surface),inset_0_0_0_1px_color-mix(in_oklab,var(--text)_40%,transparent)] forced-color-adjust-none ${style ? "" : "bg-other"}`}
          />
        );
      })}
      <span aria-hidden="true" className="num ms-[5px] text-text-2 text-xs">
        {networks.length}
      </span>
      <span className="sr-only">{names}</span>
    </span>
  );
}
