import { DropdownMenu } from "radix-ui";
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { useDirection } from "@/lib/browser/direction";
import { Link } from "../links/Link";
import { Icon } from "../marks/Icon";
import { Keys } from "../text/Keys";
import type { MenuEntry } from "./menuEntry";

const look =
  "flex min-h-(--option-h) w-full cursor-pointer items-center gap-[9px] rounded-sm px-2.5 text-start outline-none data-disabled:cursor-not-allowed data-disabled:text-text-3 data-highlighted:bg-surface-3 pointer-coarse:min-h-11";

const isChosen = (entry: MenuEntry) => "chosen" in entry && entry.chosen;

type ItemProps = {
  entry: MenuEntry;
  /** Others have an icon, so the words stand behind its place. */
  indented: boolean;
};

function Words({ entry, indented }: ItemProps) {
  const checked = ("checked" in entry && entry.checked) || isChosen(entry);
  return (
    <>
      {(entry.icon || indented) && (
        <span className={`w-4 flex-none ${entry.danger ? "" : "text-text-3"}`}>
          {entry.icon && <Icon name={entry.icon} />}
        </span>
      )}
      <bdi className="min-w-0 flex-1 truncate">{entry.label}</bdi>
      {"external" in entry && entry.external && (
        <span className="text-text-3">
          <Icon name="external" size={13} />
        </span>
      )}
      {entry.shortcut && <Keys>{entry.shortcut}</Keys>}
      {checked && <Icon name="check" size={14} />}
    </>
  );
}

function Item({ entry, indented }: ItemProps) {
  const className = `${look} ${entry.danger ? "text-neg" : ""}`;
  if ("href" in entry) {
    const away = entry.external ? { target: "_blank", rel: "noopener" } : {};
    return (
      <DropdownMenu.Item asChild disabled={entry.disabled}>
        <Link href={entry.href} className={className} {...away}>
          <Words entry={entry} indented={indented} />
        </Link>
      </DropdownMenu.Item>
    );
  }
  const { label, disabled, onSelect } = entry;
  const shared = { disabled, onSelect, className };
  const words = <Words entry={entry} indented={indented} />;
  if ("chosen" in entry) {
    return (
      <DropdownMenu.RadioItem value={label} {...shared}>
        {words}
      </DropdownMenu.RadioItem>
    );
  }
  if (entry.checked === undefined) {
    return <DropdownMenu.Item {...shared}>{words}</DropdownMenu.Item>;
  }
  return (
    <DropdownMenu.CheckboxItem checked={entry.checked} {...shared}>
      {words}
    </DropdownMenu.CheckboxItem>
  );
}

type StandInProps = { anchor: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> };

/** The library knows its trigger by a reference alone; the button was there before the library. */
function StandIn({ anchor, ref }: StandInProps) {
  useLayoutEffect(() => {
    if (typeof ref === "function") return ref(anchor.current) as undefined;
    if (ref) ref.current = anchor.current;
  }, [anchor, ref]);
  return null;
}

type MenuLayerProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  /** The first entry has the focus then. */
  byKeyboard: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  header: ReactNode;
  groups: ReadonlyArray<ReadonlyArray<MenuEntry>>;
  align: "start" | "end";
};

/** The entries of a menu beside its button. */
export function MenuLayer(props: MenuLayerProps) {
  const { id, anchor, open, byKeyboard, onOpenChange, label, header, groups, align } = props;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open || !byKeyboard) return;
    // The library knows of keys only since it was loaded, and focuses the menu first.
    const first = setTimeout(() => {
      content.current?.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
    });
    return () => clearTimeout(first);
  }, [open, byKeyboard]);
  const direction = useDirection();
  const indented = groups.flat().some((entry) => entry.icon !== undefined);
  return (
    <DropdownMenu.Root modal={false} dir={direction} open={open} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild>
        <StandIn anchor={anchor} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={content}
          id={id}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          aria-labelledby={undefined}
          onInteractOutside={(event) => {
            // The button closes it by its own click.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) {
              event.preventDefault();
            }
          }}
          data-floating=""
          className="z-(--z-popover) max-h-(--radix-dropdown-menu-content-available-height) min-w-[200px] max-w-[min(320px,calc(100vw-16px))] animate-pop overflow-y-auto rounded-md bg-raised p-1.5 shadow-raised"
        >
          {header && <div className="px-2.5 pt-1.5 pb-2">{header}</div>}
          {groups
            .filter((group) => group.length > 0)
            .map((group, index) => (
              <DropdownMenu.RadioGroup
                key={group.map((entry) => entry.label).join(" ")}
                value={group.find(isChosen)?.label}
              >
                {(index > 0 || header) && (
                  <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
                )}
                {group.map((entry) => (
                  <Item key={entry.label} entry={entry} indented={indented} />
                ))}
              </DropdownMenu.RadioGroup>
            ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
