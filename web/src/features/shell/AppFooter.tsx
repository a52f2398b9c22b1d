import { memo, type ReactNode } from "react";
import { Link } from "@/components/ui/links/Link";
import { brand } from "@/lib/brand";
import { Contacts } from "./Contacts";

const links = [
  { href: "/data-partners", label: "Sources" },
  { href: "/platform-overview#method", label: "Method" },
  { href: "/platform-overview#status", label: "Status" },
  { href: "/citations#licence", label: "Licence" },
];

const footLink =
  "inline-flex min-h-6 items-center rounded-sm text-text-2 hover:text-text hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11";

type AppFooterProps = {
  /** Unseen until it is known where the page ends and what stands here, so that nothing is seen to move. */
  waits?: boolean;
  children?: ReactNode;
};

export const AppFooter = memo(function AppFooter({ waits = false, children }: AppFooterProps) {
  return (
    <footer
      className={`mt-auto flex flex-wrap items-center gap-x-[18px] gap-y-1 border-line border-t px-(--edge) py-3 text-sm text-text-3 ${waits ? "invisible" : ""}`}
    >
      <span>{brand}, open source</span>
      {links.map(({ href, label }) => (
        <Link key={href} href={href} className={footLink}>
          {label}
        </Link>
      ))}
      {children}
      <Contacts className={footLink} bare />
    </footer>
  );
});
