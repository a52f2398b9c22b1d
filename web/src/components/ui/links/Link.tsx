import type { ComponentProps } from "react";

type LinkProps = Omit<ComponentProps<"a">, "href"> & { href: string };

/**
 * A way to another page of this site. It is a bare anchor, so that a table of them costs nothing to draw and none is
 * drawn again when the page changes; `PageLinks` follows it without loading the document anew. An address that begins
 * with `?` is another view of the same page, which then stays where it is scrolled to.
 */
export function Link(props: LinkProps) {
  return <a {...props} data-page-link="" />;
}
