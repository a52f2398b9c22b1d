import type { Feature } from "@/api/contract";

type SettingsPage = {
  href: string;
  label: string;
  text: string;
  /** Without it the page is not listed. */
  flag?: Feature;
};

/** The pages of the settings, in the order of their links. */
export const settingsPages: readonly SettingsPage[] = [
  {
    href: "/settings/profile",
    label: "Profile",
    text: "What you do, what interests you, and how the pages look.",
  },
  {
    href: "/settings/plan",
    label: "Plan",
    text: "What your organization has subscribed to, and what it covers.",
  },
  {
    href: "/settings/team",
    label: "Team",
    text: "Your organizations, who belongs to them, and invitations.",
  },
  {
    href: "/settings/api-keys",
    label: "API keys",
    text: "Keys for programs that read the data in your name.",
    flag: "enable-api-keys",
  },
  {
    href: "/settings/sessions",
    label: "Sessions",
    text: "Where your account is signed in, and how to end it.",
  },
];
