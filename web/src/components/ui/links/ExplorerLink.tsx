import { Icon } from "../marks/Icon";

/** The page of an address, a transaction or a network in a block explorer. */
export type Explorer = { name: string; href: string };

type ExplorerLinkProps = {
  /** Absent for networks without one. */
  explorer?: Explorer;
  /** The subject of the link: "token address", the name of a network. */
  what: string;
  /** -1 in a cell of a table. */
  tabIndex?: number;
};

/** Leads to a block explorer. Addresses come from data; nothing but a web address becomes a link. */
export function ExplorerLink({ explorer, what, tabIndex }: ExplorerLinkProps) {
  if (!explorer || !/^https?:\/\//i.test(explorer.href)) return null;
  return (
    <a
      href={explorer.href}
      target="_blank"
      rel="noopener noreferrer"
      tabIndex={tabIndex}
      aria-label={`Open the ${what} in ${explorer.name}`}
      title={explorer.name}
      className="target inline-grid size-5 flex-none place-items-center rounded-sm text-text-2 hover:bg-surface-3 hover:text-text"
    >
      <Icon name="external" size={13} />
    </a>
  );
}
