import type { IconName } from "../marks/Icon";

type Entry = {
  label: string;
  icon?: IconName;
  /** A key, shown only. */
  shortcut?: string;
  disabled?: boolean;
  danger?: boolean;
};

export type MenuEntry =
  | (Entry & { href: string; external?: boolean })
  | (Entry & { onSelect: () => void; checked?: boolean })
  /** One of its group is chosen. */
  | (Entry & { onSelect: () => void; chosen: boolean });
