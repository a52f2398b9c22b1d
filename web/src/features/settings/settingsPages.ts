import type { Feature } from "@/api/contract";
import { accountPages } from "@/components/shell/nav";

type SettingsPage = {
  href: string;
  label: string;
  text: string;
  /** Without it the page is not listed. */
  flag?: Feature;
};

const texts: Record<(typeof accountPages)[number]["href"], string> = {
  "/settings/profile": "Your occupation, interests and appearance settings.",
  "/settings/plan": "The plan of your organization and its coverage.",
  "/settings/team": "Your organizations, their members and invitations.",
  "/settings/api-keys": "Keys for programs that access the data on your behalf.",
  "/settings/sessions": "The devices where your account is signed in.",
};

/** The pages of the settings, in the order of their links. */
export const settingsPages: readonly SettingsPage[] = accountPages.map((page) => ({
  ...page,
  text: texts[page.href],
}));
