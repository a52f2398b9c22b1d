import { Link } from "./Link";
import { Monogram } from "./Monogram";

type EntityLinkProps = {
  id: string;
  name: string;
  /** Stays readable when the rest has to give way. */
  ticker?: string;
  /** From lib/addresses; without one there is no page to lead to. */
  href?: string;
  /** Such as the issuer, in quieter text. */
  detail?: string;
  colour?: `--${string}`;
};

/** An entity by mark and name; a long name is cut, a ticker never. */
export function EntityLink({ id, name, ticker, href, detail, colour }: EntityLinkProps) {
  const look = "inline-flex min-w-0 max-w-full items-center gap-2 align-middle";
  const content = (
    <>
      <Monogram id={id} name={ticker ?? name} colour={colour} />
      {ticker && <bdi className="flex-none font-medium">{ticker}</bdi>}{" "}
      <bdi className={`truncate ${ticker ? "text-text-2 text-sm" : "font-medium"}`} title={name}>
        {name}
      </bdi>{" "}
      {detail && (
        <bdi className="truncate text-sm text-text-3" title={detail}>
          {detail}
        </bdi>
      )}
    </>
  );
  if (href === undefined) return <span className={look}>{content}</span>;
  return (
    <Link
      href={href}
      className={`${look} min-h-6 rounded-sm hover:underline pointer-coarse:min-h-11`}
    >
      {content}
    </Link>
  );
}
