import { memo } from "react";
import type { NavEntry } from "@/components/shell/nav";
import { Link } from "@/components/ui/links/Link";
import { Badge } from "@/components/ui/marks/Badge";
import { Icon } from "@/components/ui/marks/Icon";
import { classColour } from "@/lib/classColour";

const look =
  "flex h-[26px] items-center gap-[9px] whitespace-nowrap rounded-sm ps-2 pe-1.5 text-text-2 hover:bg-surface-2 hover:text-text aria-[current]:bg-surface-3 aria-[current]:font-medium aria-[current]:text-text pointer-coarse:h-11 narrow:justify-center narrow:px-0";

function Mark({ icon, current }: { icon: NavEntry["icon"]; current: boolean }) {
  if (typeof icon !== "string") {
    return (
      <span
        aria-hidden="true"
        className="mx-1 size-2 flex-none rounded-xs"
        style={{ background: `var(${classColour(icon.swatch)})` }}
      />
    );
  }
  return (
    <span className={current ? "text-text" : "text-text-3"}>
      <Icon name={icon} />
    </span>
  );
}

type NavLinkProps = { entry: NavEntry; current: boolean; onFollow?: () => void };

export const NavLink = memo(function NavLink({ entry, current, onFollow }: NavLinkProps) {
  const content = (
    <>
      <Mark icon={entry.icon} current={current} />
      <span className="min-w-0 truncate narrow:sr-only">{entry.label}</span>
      {entry.badge && (
        <span className="ms-auto narrow:hidden">
          <Badge kind={entry.badge} />
        </span>
      )}
    </>
  );
  if (entry.external) {
    return (
      <a href={entry.href} className={look} data-label={entry.label} rel="noopener" target="_blank">
        {content}
        <span className="ms-auto text-text-3 narrow:hidden">
          <Icon name="external" size={12} />
        </span>
        <span className="sr-only">(opens another site)</span>
      </a>
    );
  }
  return (
    <Link
      href={entry.href}
      aria-current={current ? "page" : undefined}
      onClick={onFollow}
      className={look}
      data-label={entry.label}
    >
      {content}
    </Link>
  );
});
