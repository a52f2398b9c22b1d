import { useFlags } from "@/api/flags";
import { LinkList } from "@/components/LinkList";
import { settingsPages } from "./settingsPages";

export function SettingsLinks() {
  const { isOn } = useFlags();
  const pages = settingsPages.filter(({ flag }) => !flag || isOn(flag));
  return <LinkList entries={pages.map(({ flag: _, ...page }) => ({ id: page.href, ...page }))} />;
}
