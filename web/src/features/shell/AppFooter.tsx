import { memo, type ReactNode } from "react";
import { Link } from "@/components/ui/Link";
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

export const AppFooter = memo(function AppFooter({ children }: { children?: ReactNode }) {
  return (
    <footer className="mt-auto flex flex-wrap items-center gap-x-[18px] gap-y-1 border-line border-t px-(--gutter) py-3 text-sm text-text-3">
      <span>{brand}, open source</span>
      {links.map(({ href, label }) => (
        <Link key={href} href={href} className={footLink}>
          {label}
        </Link>
      ))}
      {children}
      <Contacts className={footLink} />
    </footer>
  );
});
