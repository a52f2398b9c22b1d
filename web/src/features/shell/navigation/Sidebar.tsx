import { type FocusEvent, type MouseEvent, memo, useState } from "react";
import { Link } from "@/components/ui/links/Link";
import { Icon } from "@/components/ui/marks/Icon";
import { Logo } from "@/components/ui/marks/Logo";
import { brand } from "@/lib/brand";
import { changeSetting, useSetting } from "@/lib/browser/display";
import { NavList } from "./NavList";

type Hint = { label: string; top: number };

/** The name of the entry under the pointer or the focus, while the sidebar shows only icons. */
function useHint(narrow: boolean) {
  const [hint, setHint] = useState<Hint | null>(null);
  const show = (event: MouseEvent | FocusEvent) => {
    const entry = (event.target as Element).closest<HTMLElement>("[data-label]");
    if (!narrow || !entry) return setHint(null);
    const { top } = entry.getBoundingClientRect();
    setHint({ label: entry.dataset.label ?? "", top });
  };
  const hide = () => setHint(null);
  return { hint: narrow ? hint : null, show, hide };
}

export const Sidebar = memo(function Sidebar() {
  const narrow = useSetting("sidebar", "wide") === "narrow";
  const { hint, show, hide } = useHint(narrow);
  return (
    <aside className="sticky top-0 hidden h-dvh w-(--sidebar-w) flex-none flex-col border-line border-e bg-surface lg:flex narrow:w-(--sidebar-w-collapsed)">
      <div className="flex h-(--header-h) flex-none items-center gap-2 border-line border-b ps-3.5 pe-2.5 narrow:justify-center narrow:px-0">
        <Link
          href="/"
          className="flex items-center gap-[9px] rounded-sm font-semibold text-[15px] tracking-[-0.005em] narrow:hidden"
        >
          <Logo /> {brand}
        </Link>
        <button
          type="button"
          aria-label={narrow ? "Expand the sidebar" : "Collapse the sidebar"}
          title={narrow ? "Expand the sidebar" : "Collapse the sidebar"}
          aria-expanded={!narrow}
          onClick={() => changeSetting("sidebar", narrow ? "wide" : "narrow")}
          className="ms-auto grid size-[26px] place-items-center rounded-sm text-text-3 hover:bg-surface-3 hover:text-text pointer-coarse:size-11 narrow:mx-auto"
        >
          <Icon name={narrow ? "expand" : "collapse"} />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the events come up from the links inside. */}
      <div
        className="flex min-h-0 flex-1 flex-col"
        onMouseOver={show}
        onFocus={show}
        onMouseLeave={hide}
        onBlur={hide}
      >
        <nav
          aria-label="Main"
          onScroll={hide}
          className="flex-1 overflow-y-auto overscroll-contain px-2 pt-2.5 pb-3 [scrollbar-width:thin]"
        >
          <NavList idPrefix="sidebar" />
        </nav>
      </div>
      {hint && (
        <div
          aria-hidden="true"
          style={{ top: hint.top }}
          className="pointer-events-none fixed start-[calc(var(--sidebar-w-collapsed)+4px)] z-(--z-popover) flex h-[26px] items-center rounded-sm bg-ink px-2 font-medium text-on-ink text-sm"
        >
          {hint.label}
        </div>
      )}
    </aside>
  );
});
