import type { UserRecord } from "@/api/contract";
import { endSession } from "@/app-state/signOut";
import { accountPages } from "@/components/shell/nav";
import { Menu } from "@/components/ui/overlays/Menu";
import type { Trigger } from "@/components/ui/overlays/useTrigger";

/** The pages of the account that are switched on for it. */
function pagesOf({ features }: UserRecord) {
  return accountPages
    .filter(({ flag }) => !flag || features[flag])
    .map(({ href, label }) => ({ href, label }));
}

/** The menu of the account, which opens when it is loaded, because the click on its button loads it. */
export function AccountMenu({ user, trigger }: { user: UserRecord; trigger: Trigger }) {
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
      groups={[pagesOf(user), [{ label: "Sign out", onSelect: () => void endSession("/") }]]}
    />
  );
}
