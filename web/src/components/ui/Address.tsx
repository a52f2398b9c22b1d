import { shorten } from "@/lib/shorten";
import { CopyButton } from "./CopyButton";
import { type Explorer, ExplorerLink } from "./ExplorerLink";

type AddressProps = {
  /** As it is to be read and copied, with its checksum. */
  value: string;
  /** What it is: "token address", "transaction hash". */
  what?: string;
  /** Where it can be looked up; absent for networks without an explorer. */
  explorer?: Explorer;
  /** Shows all of it. */
  full?: boolean;
};

export function Address({ value, what = "address", explorer, full = false }: AddressProps) {
  const shown = full ? value : shorten(value);
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
      <ExplorerLink explorer={explorer} what={what} />
    </span>
  );
}
