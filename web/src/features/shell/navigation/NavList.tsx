import { useRouter } from "next/router";
import { Fragment, memo, useMemo } from "react";
import { useFlags } from "@/api/account/flags";
import { useConfig } from "@/api/installation/config";
import {
  currentEntry,
  type NavEntry,
  type NavGroup,
  navGroups,
  visibleGroups,
} from "@/components/shell/nav";
import { Icon } from "@/components/ui/marks/Icon";
import { changeSetting, useSetting } from "@/lib/browser/display";
import { NavLink } from "./NavLink";

const foldedAtFirst = navGroups
  .filter(({ folded }) => folded)
  .map(({ key }) => key)
  .join(" ");

function useFolded() {
  const setting = useSetting("folded", foldedAtFirst);
  return useMemo(() => {
    const folded = setting.split(" ").filter(Boolean);
    const toggle = (key: string) => {
      const next = folded.includes(key) ? folded.filter((each) => each !== key) : [...folded, key];
      changeSetting("folded", next.join(" "));
    };
    return { folded, toggle };
  }, [setting]);
}

/** The entries one after the other, with a heading where a run of them stands under one. */
function Entries({ entries, current, known, onFollow }: EntriesProps) {
  return entries.map((entry, index) => (
    <Fragment key={entry.label}>
      {entry.under && entry.under !== entries[index - 1]?.under && (
        <li className="cond mt-1.5 ps-2 font-medium text-text-3 text-xs leading-6 narrow:hidden">
          {entry.under}
        </li>
      )}
      <li data-flag={known ? undefined : entry.flag}>
        <NavLink entry={entry} current={entry === current} onFollow={onFollow} />
      </li>
    </Fragment>
  ));
}

type EntriesProps = {
  entries: readonly NavEntry[];
  current: NavEntry | null;
  known: boolean;
  onFollow?: () => void;
};

type GroupProps = Omit<EntriesProps, "entries"> & {
  group: NavGroup;
  folded: boolean;
  onToggle: (key: string) => void;
  idPrefix: string;
};

/** A group, which is drawn anew only if it holds the page before or the page after. */
const Group = memo(function Group({ group, folded, onToggle, idPrefix, ...rest }: GroupProps) {
  const id = `${idPrefix}-${group.key}`;
  const holdsCurrent = folded && group.entries.some((entry) => entry === rest.current);
  return (
    <li
      data-flag={rest.known ? undefined : group.flag}
      className={`${folded ? "narrow:hidden" : ""} not-first:mt-3 narrow:not-first:mt-2 narrow:not-first:border-line narrow:not-first:border-t narrow:not-first:pt-2`}
    >
      <button
        type="button"
        aria-expanded={!folded}
        aria-controls={id}
        // While a group is folded, its heading stands for the entry of the open page.
        aria-current={holdsCurrent || undefined}
        onClick={() => onToggle(group.key)}
        className="cond group flex h-6 w-full items-center justify-between rounded-sm ps-2 pe-1.5 font-medium text-text-3 text-xs hover:text-text aria-[current]:bg-surface-3 aria-[current]:text-text pointer-coarse:h-11 narrow:hidden"
      >
        {group.label}
        <span
          className={
            folded
              ? ""
              : "opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100"
          }
        >
          <Icon name={folded ? "chevronEnd" : "chevron"} size={12} />
        </span>
      </button>
      <ul id={id} data-fold={group.key} hidden={folded}>
        <Entries entries={group.entries} {...rest} />
      </ul>
    </li>
  );
});

type NavListProps = {
  /** Keeps the ids of the sidebar and of the drawer apart. */
  idPrefix: string;
  onFollow?: () => void;
};

/** The navigation as the sidebar and the drawer show it. */
export function NavList({ idPrefix, onFollow }: NavListProps) {
  const { pathname } = useRouter();
  const { blogUrl } = useConfig();
  const { known, isOn } = useFlags();
  const { folded, toggle } = useFolded();
  // Until it is known who asks, everything is there and the style sheet shows what this browser saw last.
  const groups = useMemo(
    () => visibleGroups(known ? isOn : () => true, { blog: blogUrl }),
    [known, isOn, blogUrl],
  );
  // A page whose own entry is not listed has no mark, rather than that of a wider one.
  const current = currentEntry(navGroups, pathname);
  return (
    <ul>
      {groups.map((group) => (
        <Group
          key={group.key}
          group={group}
          current={current && group.entries.includes(current) ? current : null}
          known={known}
          folded={folded.includes(group.key)}
          onToggle={toggle}
          idPrefix={idPrefix}
          onFollow={onFollow}
        />
      ))}
    </ul>
  );
}
