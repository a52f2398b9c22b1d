import type { ComponentProps } from "react";
import type { UserRecord } from "@/api/contract";
import { preloadMenu } from "@/components/ui/overlays/Menu";
import { useOnDemand } from "@/lib/loading/useOnDemand";

const loadMenu = async () => {
  preloadMenu();
  return (await import("./AccountMenu")).AccountMenu;
};

/** Two letters of the name, or of the address before its @. */
function initials(user: UserRecord): string {
  const words = (user.name ?? user.email.replace(/@.*/, "")).split(/[\s._-]+/).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => word.charAt(0));
  return letters.join("").toUpperCase();
}

type AvatarProps = ComponentProps<"button"> & { user: UserRecord };

function Avatar({ user, ...rest }: AvatarProps) {
  const letters = initials(user);
  return (
    <button
      type="button"
      // Speech input finds the button by the letters it shows.
      aria-label={`${letters} account`}
      aria-haspopup="menu"
      className="relative grid size-[26px] flex-none place-items-center rounded-full bg-surface-3 font-semibold text-text-2 text-xs before:absolute before:-inset-[9px]"
      {...rest}
    >
      {letters}
    </button>
  );
}

/** The way to the account; its menu is fetched when the pointer or the focus comes near. */
export function AccountButton({ user }: { user: UserRecord }) {
  const { part: AccountMenu, requested, request, preload } = useOnDemand(loadMenu, "The menu");
  if (AccountMenu && requested) return <AccountMenu user={user} trigger={<Avatar user={user} />} />;
  return (
    <Avatar
      user={user}
      aria-expanded={requested}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={request}
    />
  );
}
