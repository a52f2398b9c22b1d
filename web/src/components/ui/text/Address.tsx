import { addChecksum } from "@/lib/checksum";
import { shortenAddress } from "@/lib/format/shortenAddress";
import { CopyButton } from "../buttons/CopyButton";
import { type Explorer, ExplorerLink } from "../links/ExplorerLink";

type AddressProps = {
  /** In any case of letters: it is read and copied with its checksum. */
  value: string;
  /** The noun in the name of its button: "token address", "transaction hash". */
  what?: string;
  /** Where it can be looked up; absent for networks without an explorer. */
  explorer?: Explorer;
  /** Shows all of it. */
  full?: boolean;
  /** -1 in a cell of a table. */
  tabIndex?: number;
};

export function Address(props: AddressProps) {
  const { value, what = "address", explorer, full = false, tabIndex } = props;
  const { text, wrong } = addChecksum(value);
  const shown = full ? text : shortenAddress(text);
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1">
      <bdi
        dir="ltr"
        title={full ? undefined : text}
        className={`font-mono text-[12px] ${full ? "[overflow-wrap:anywhere]" : "whitespace-nowrap"}`}
      >
        <span aria-hidden={shown !== text}>{shown}</span>
        {shown !== text && <span className="sr-only">{text}</span>}
      </bdi>
      {wrong && <span className="text-[11px] text-warn">checksum does not match</span>}
      <CopyButton text={text} what={what} size="small" tabIndex={tabIndex} />
      <ExplorerLink explorer={explorer} what={what} tabIndex={tabIndex} />
    </span>
  );
}
