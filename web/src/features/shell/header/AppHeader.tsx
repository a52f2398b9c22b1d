import { memo, useEffect, useEffectEvent, useState } from "react";
import { useUser } from "@/api/account/user";
import { setPaletteOpen } from "@/app-state/paletteState";
import { useTheme } from "@/app-state/theme";
import { Button } from "@/components/ui/buttons/Button";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { Skeleton } from "@/components/ui/feedback/Skeleton";
import { Link } from "@/components/ui/links/Link";
import { Icon } from "@/components/ui/marks/Icon";
import { Keys } from "@/components/ui/text/Keys";
import { changeSetting, useDensity, useSamples } from "@/lib/browser/display";
import type { Theme } from "@/lib/browser/theme";
import { afterPaint } from "@/lib/loading/afterPaint";
import { useWhileOpen } from "@/lib/loading/useOnDemand";
import { showToast } from "@/lib/toasts";
import { AccountButton } from "./AccountButton";

const loadSwitch = async () => (await import("./SampleSwitch")).SampleSwitch;

// Without its script the switch is missing, and the page is as before.
const stay = () => {};

function ThemeSwitch() {
  const { theme, setTheme } = useTheme(useUser());
  // Another theme restyles the whole page: the button answers before that.
  const [pressed, setPressed] = useState<Theme | null>(null);
  if (pressed === theme) setPressed(null);
  const shown = pressed ?? theme;
  const next = shown === "dark" ? "light" : "dark";
  const apply = useEffectEvent((chosen: Theme) => {
    const onError = () => {
      setPressed(null);
      showToast({ id: "preferences", variant: "danger", message: "The theme could not be saved." });
    };
    setTheme(chosen, { onError });
  });
  useEffect(() => {
    if (pressed !== null) return afterPaint(() => apply(pressed));
  }, [pressed]);
  return (
    <IconButton
      label={`Switch to the ${next} theme`}
      icon={shown === "dark" ? "moon" : "sun"}
      onClick={() => setPressed(next)}
    />
  );
}

function DensitySwitch() {
  const density = useDensity();
  const next = density === "compact" ? "comfortable" : "compact";
  return (
    <IconButton
      label={`Switch to ${next} rows`}
      icon={density === "compact" ? "density" : "list"}
      onClick={() => changeSetting("density", next)}
      className="max-md:hidden"
    />
  );
}

/** Only where there are sample data, which most installations leave out. */
function Samples() {
  const Switch = useWhileOpen(useSamples() !== "unseen", stay, loadSwitch, "A switch");
  return Switch && <Switch />;
}

function SearchBox() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={() => setPaletteOpen(true)}
      className="flex h-(--control-h) min-w-0 flex-1 items-center gap-2 rounded-md border border-line-strong bg-surface-2 ps-2.5 pe-1.5 text-start text-text-3 hover:border-control-line pointer-coarse:h-10 sm:max-w-[400px]"
    >
      <Icon name="search" />
      <span className="min-w-0 flex-1 truncate">
        {/* The name of the button is what it shows; a narrow window shows only its first word. */}
        Search <span className="max-md:sr-only">pages and actions</span>
      </span>
      <span className="max-md:hidden">
        <Keys>
          <span className="apple:hidden">Ctrl K</span>
          <span className="not-apple:hidden">⌘ K</span>
        </Keys>
      </span>
    </button>
  );
}

function Account() {
  const load = useUser();
  if (load.status === "loading") return <Skeleton className="size-[26px] rounded-full" />;
  if (load.status === "logged-in") return <AccountButton user={load.user} />;
  if (!load.anonymous) {
    return (
      <div className="flex min-w-0 items-center gap-3">
        <span
          role="alert"
          className="truncate text-neg text-sm max-md:sr-only"
          title={load.message}
        >
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
      className="relative inline-flex h-(--control-h-sm) flex-none items-center rounded-md before:absolute before:-inset-2 border border-ink bg-ink px-[9px] font-medium text-on-ink text-sm hover:bg-ink-hover pointer-coarse:h-8 pointer-coarse:px-3"
    >
      Sign in
    </Link>
  );
}

export const AppHeader = memo(function AppHeader({ onMenu }: { onMenu: () => void }) {
  return (
    <header className="sticky top-0 z-(--z-header) flex h-(--header-h) flex-none items-center gap-2.5 border-line border-b bg-surface px-(--edge) pointer-coarse:gap-4">
      <IconButton label="Open the menu" icon="menu" onClick={onMenu} className="lg:hidden" />
      <SearchBox />
      <div className="ms-auto flex min-w-0 items-center gap-2.5 pointer-coarse:gap-5">
        <Samples />
        <DensitySwitch />
        <ThemeSwitch />
        <div className="flex min-w-[26px] max-w-[40vw] justify-end">
          <Account />
        </div>
      </div>
    </header>
  );
});
