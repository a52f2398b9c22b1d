import Link from "next/link";
import { useTheme } from "@/api/theme";
import { useUser } from "@/api/user";
import { Button } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { Logo } from "@/components/ui/Logo";
import { Skeleton } from "@/components/ui/Skeleton";
import { brand } from "@/lib/brand";
import { showToast } from "@/lib/toasts";
import { AccountMenu } from "./AccountMenu";

function ThemeButton() {
  const { theme, setTheme } = useTheme(useUser());
  const next = theme === "dark" ? "light" : "dark";
  const onError = () => {
    showToast({ id: "preferences", variant: "danger", message: "The theme could not be saved." });
  };
  return (
    <button
      type="button"
      aria-label={`Switch to the ${next} theme`}
      onClick={() => setTheme(next, { onError })}
      className="relative grid size-[26px] place-items-center rounded-sm text-text-2 before:absolute before:-inset-[9px] hover:bg-surface-3 hover:text-text"
    >
      <Icon name={theme === "dark" ? "moon" : "sun"} />
    </button>
  );
}

function Account() {
  const load = useUser();
  if (load.status === "loading") return <Skeleton className="size-[26px] rounded-full" />;
  if (load.status === "logged-in") return <AccountMenu user={load.user} />;
  if (!load.anonymous) {
    return (
      <div className="flex min-w-0 items-center gap-3">
        <span role="alert" className="truncate text-neg text-sm" title={load.message}>
          {load.message}
        </span>
        <Button size="small" onClick={load.retry}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <Link
      href="/login"
      className="relative inline-flex h-(--control-h-sm) items-center rounded-md before:absolute before:-inset-2 border border-ink bg-ink px-[9px] font-medium text-on-ink text-sm hover:bg-ink-hover pointer-coarse:h-8 pointer-coarse:px-3"
    >
      Sign in
    </Link>
  );
}

export function AppHeader() {
  return (
    <header className="sticky top-0 z-(--z-header) flex h-(--header-h) items-center gap-4 border-line border-b bg-surface px-(--gutter)">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:rounded-md focus:bg-raised focus:px-3 focus:py-1.5 focus:shadow-raised"
      >
        Skip to the content
      </a>
      <Link href="/" className="flex items-center gap-[9px] rounded-sm font-semibold text-[15px]">
        <Logo /> {brand}
      </Link>
      <div className="ml-auto flex min-w-0 items-center gap-3 pointer-coarse:gap-5">
        <ThemeButton />
        <Account />
      </div>
    </header>
  );
}
