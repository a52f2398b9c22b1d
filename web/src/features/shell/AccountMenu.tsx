import type { ReactElement } from "react";
import type { UserRecord } from "@/api/contract";
import { endSession } from "@/api/session";
import { Menu } from "@/components/ui/Menu";

const pages = [
  { href: "/settings/profile", label: "Profile" },
  { href: "/settings/plan", label: "Plan" },
  { href: "/settings/team", label: "Team" },
  { href: "/settings/sessions", label: "Sessions" },
];

/** Opens as soon as it is there: it is fetched by the click that asks for it. */
export function AccountMenu({ user, trigger }: { user: UserRecord; trigger: ReactElement }) {
  return (
    <Menu
      defaultOpen
      label="Account"
      trigger={trigger}
      header={
        <div className="w-[220px] max-w-full">
          {user.name && <bdi className="block truncate font-medium">{user.name}</bdi>}
          <bdi className="block truncate text-sm text-text-2">{user.email}</bdi>
        </div>
      }
      groups={[pages, [{ label: "Sign out", onSelect: () => void endSession("/") }]]}
    />
  );
}
