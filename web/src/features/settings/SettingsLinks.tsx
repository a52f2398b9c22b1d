import { useFlags } from "@/api/account/flags";
import { LinkList } from "@/components/LinkList";
import { accountPages } from "@/components/shell/nav";

/** The pages of an account, with their descriptions. */
const texts: Readonly<Record<string, string>> = {
  "/settings/profile": "Your occupation, interests and appearance settings.",
  "/settings/plan": "The plan of your organization and its coverage.",
  "/settings/team": "Your organizations, their members and invitations.",
  "/settings/api-keys": "Keys for programs that access the data on your behalf.",
  "/settings/sessions": "The devices where your account is signed in.",
};

export function SettingsLinks() {
  const { isOn } = useFlags();
  const pages = accountPages.filter(({ flag }) => !flag || isOn(flag));
  return (
    <LinkList
      entries={pages.map(({ href, label }) => ({ id: href, href, label, text: texts[href] ?? "" }))}
    />
  );
}
