import { LinkList } from "@/components/LinkList";

const entries = [
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
    href: "/settings/sessions",
    label: "Sessions",
    text: "Where your account is signed in, and how to end it.",
  },
];

export function SettingsLinks() {
  return <LinkList entries={entries.map((entry) => ({ id: entry.href, ...entry }))} />;
}
