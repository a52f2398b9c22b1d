import { shorten } from "@/lib/shorten";
import { CopyButton } from "./CopyButton";
import { Icon } from "./Icon";

type AddressProps = {
  /** As it is to be read and copied, with its checksum. */
  value: string;
  /** What it is: "token address", "transaction hash". */
  what?: string;
  /** Where it can be looked up; absent for networks without an explorer. */
  explorer?: { name: string; href: string };
  /** Shows all of it. */
  full?: boolean;
};

/** Addresses come from data; nothing but a web address becomes a link. */
function isWeb(href: string): boolean {
  return /^https?:\/\//i.test(href);
}

export function Address({ value, what = "address", explorer, full = false }: AddressProps) {
  const shown = full ? value : shorten(value);
  const leads = explorer && isWeb(explorer.href) ? explorer : undefined;
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1">
      <bdi
        dir="ltr"
        title={full ? undefined : value}
        className={`font-mono text-[12px] ${full ? "[overflow-wrap:anywhere]" : "whitespace-nowrap"}`}
      >
        <span aria-hidden={shown !== value}>{shown}</span>
        {shown !== value && <span className="sr-only">{value}</span>}
      </bdi>
      <CopyButton text={value} what={what} size="small" />
      {leads && (
        <a
          href={leads.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Open the ${what} in ${leads.name}`}
          title={leads.name}
          className="target inline-grid size-5 flex-none place-items-center rounded-sm text-text-2 hover:bg-surface-3 hover:text-text"
        >
          <Icon name="external" size={13} />
        </a>
      )}
    </span>
  );
}
