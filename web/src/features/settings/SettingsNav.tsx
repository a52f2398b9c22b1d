import Link from "next/link";
import { useRouter } from "next/router";

const entries = [
  { href: "/settings/profile", label: "Profile" },
  { href: "/settings/plan", label: "Plan" },
  { href: "/settings/team", label: "Team" },
  { href: "/settings/sessions", label: "Sessions" },
];

export function SettingsNav() {
  const { pathname } = useRouter();
  return (
    <nav aria-label="Settings" className="flex gap-5 border-line border-b">
      {entries.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          aria-current={pathname === href ? "page" : undefined}
          className="-mb-px flex h-9 items-center border-transparent border-b-2 text-text-2 hover:text-text aria-[current]:border-text aria-[current]:font-semibold aria-[current]:text-text pointer-coarse:h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
