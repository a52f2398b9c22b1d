import { useRouter } from "next/router";
import { useFlags } from "@/api/account/flags";
import { accountPages } from "@/components/shell/nav";
import { Link } from "@/components/ui/links/Link";

export function SettingsNav() {
  const { pathname } = useRouter();
  const { known, isOn } = useFlags();
  // Until it is known who asks, everything is there and the style sheet shows what this browser saw last.
  const pages = accountPages.filter(({ flag }) => !known || !flag || isOn(flag));
  return (
    <nav aria-label="Settings" className="border-line border-b">
      <ul className="flex gap-5">
        {pages.map(({ href, label, flag }) => (
          <li key={href} data-flag={known ? undefined : flag}>
            <Link
              href={href}
              aria-current={pathname === href ? "page" : undefined}
              className="-mb-px flex h-9 items-center whitespace-nowrap border-transparent border-b-2 text-text-2 hover:text-text aria-[current]:border-text aria-[current]:font-semibold aria-[current]:text-text pointer-coarse:h-11"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
