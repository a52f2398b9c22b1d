import Link from "next/link";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import type { UserRecord } from "@/api/contract";
import { endSession } from "@/api/session";

const itemLook =
  "flex min-h-[30px] cursor-pointer items-center rounded-sm px-2.5 outline-none data-highlighted:bg-surface-3 pointer-coarse:min-h-11";

const pages = [
  { href: "/settings/profile", label: "Profile" },
  { href: "/settings/plan", label: "Plan" },
  { href: "/settings/team", label: "Team" },
  { href: "/settings/sessions", label: "Sessions" },
];

/** Opens as soon as it is there: it is fetched by the click that asks for it. */
export function AccountMenu({ user, trigger }: { user: UserRecord; trigger: ReactNode }) {
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-(--z-popover) w-[240px] animate-pop rounded-md bg-raised p-1.5 shadow-raised"
        >
          <div className="px-2.5 pt-1.5 pb-2">
            {user.name && <div className="truncate font-medium">{user.name}</div>}
            <div className="truncate text-sm text-text-2">{user.email}</div>
          </div>
          <DropdownMenu.Separator className="-mx-1.5 mb-1.5 h-px bg-line" />
          {pages.map(({ href, label }) => (
            <DropdownMenu.Item key={href} asChild>
              <Link href={href} className={itemLook}>
                {label}
              </Link>
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
          <DropdownMenu.Item className={itemLook} onSelect={() => void endSession("/")}>
            Sign out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
