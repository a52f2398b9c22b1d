import Link from "next/link";
import { Card } from "@/components/Card";
import { Icon } from "@/components/ui/Icon";

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
  return (
    <Card>
      <ul>
        {entries.map(({ href, label, text }) => (
          <li key={href} className="border-line border-b last:border-b-0">
            <Link
              href={href}
              className="flex items-center gap-4 rounded-md px-(--card-pad) py-3 hover:bg-surface-2"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{label}</span>
                <span className="block text-sm text-text-2">{text}</span>
              </span>
              <span className="text-text-3">
                <Icon name="arrow" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
