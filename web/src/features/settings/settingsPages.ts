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
  "/settings/profile": "What you do, what interests you, and how the pages look.",
  "/settings/plan": "What your organization has subscribed to, and what it covers.",
  "/settings/team": "Your organizations, who belongs to them, and invitations.",
  "/settings/api-keys": "Keys for programs that read the data in your name.",
  "/settings/sessions": "Where your account is signed in, and how to end it.",
};

/** The pages of the settings, in the order of their links. */
export const settingsPages: readonly SettingsPage[] = accountPages.map((page) => ({
  ...page,
  text: texts[page.href],
}));
