import type { PointerEvent, ReactNode } from "react";
import { Link } from "@/components/ui/links/Link";

type RowLinkProps = {
  href: string;
  /** The whole name, shown as a title when the row cuts it. */
  name: string;
  /** Its place in a grid. */
  cell?: string;
  tabIndex?: number;
  children: ReactNode;
};

/** The link of a row, stretched over the positioned cell it stands in. */
export function RowLink({ href, name, cell, tabIndex, children }: RowLinkProps) {
  return (
    <Link
      href={href}
      data-cell={cell}
      data-row-link=""
      tabIndex={tabIndex}
      onPointerEnter={(event) => titleCutName(event, name)}
      className="block min-w-0 outline-none after:absolute after:inset-0 after:outline-offset-[-2px] focus-visible:after:outline-2 focus-visible:after:outline-focus"
    >
      {children}
    </Link>
  );
}

/**
 * The row's link once more, over the cells that scroll under the first one: a pinned cell cannot reach out of itself.
 * It starts in the second cell and the table clips it at its end. Only the pointer meets it.
 */
export function RowCover({ href }: { href: string }) {
  return (
    <Link
      href={href}
      data-cover=""
      aria-hidden="true"
      tabIndex={-1}
      className="absolute inset-y-0 start-0 z-[1] w-[9999px]"
    />
  );
}

/** Figures carry titles and some cells controls; both lie above the cover. */
export const aboveCover =
  "[&_:is(button,a:not([data-cover]),[title])]:relative [&_:is(button,a:not([data-cover]),[title])]:z-[2]";

function titleCutName(event: PointerEvent<HTMLElement>, name: string): void {
  const parts = [...event.currentTarget.querySelectorAll("*")];
  const cut = parts.some((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0);
  event.currentTarget.title = cut ? name : "";
}
