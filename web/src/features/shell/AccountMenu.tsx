import Link from "next/link";
import { DropdownMenu } from "radix-ui";
import type { UserRecord } from "@/api/contract";
import { endSession } from "@/api/session";

const itemLook =
  "flex min-h-[30px] cursor-pointer items-center rounded-sm px-2.5 outline-none data-highlighted:bg-surface-3 pointer-coarse:min-h-11";

/** Two letters of the name, or of the address before its @. */
function initials(user: UserRecord): string {
  const words = (user.name ?? user.email.replace(/@.*/, "")).split(/[\s._-]+/).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => word.charAt(0));
  return letters.join("").toUpperCase();
}

export function AccountMenu({ user }: { user: UserRecord }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label="Account"
        className="relative grid size-[26px] place-items-center rounded-full bg-surface-3 font-semibold text-text-2 text-xs before:absolute before:-inset-[9px]"
      >
        {initials(user)}
      </DropdownMenu.Trigger>
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
          <DropdownMenu.Item asChild>
            <Link href="/settings/profile" className={itemLook}>
              Profile
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item asChild>
            <Link href="/settings/sessions" className={itemLook}>
              Sessions
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
          <DropdownMenu.Item className={itemLook} onSelect={() => void endSession("/")}>
            Sign out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
