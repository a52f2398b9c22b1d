import { Card } from "./Card";
import { Link } from "./ui/links/Link";
import { Icon } from "./ui/marks/Icon";

type Entry = { id: string; href: string; label: string; text: string };

/** Places to go to, each with a sentence about it. */
export function LinkList({ entries }: { entries: ReadonlyArray<Entry> }) {
  return (
    <Card>
      <ul>
        {entries.map(({ id, href, label, text }) => (
          <li key={id} className="border-line border-b last:border-b-0">
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
