import { useFlags } from "@/api/flags";
import { LinkList } from "@/components/LinkList";
import { accountPages } from "@/components/shell/nav";

export function SettingsLinks() {
  const { isOn } = useFlags();
  const pages = accountPages.filter(({ flag }) => !flag || isOn(flag));
  return (
    <LinkList entries={pages.map(({ href, label, text }) => ({ id: href, href, label, text }))} />
  );
}
