import { Icon } from "../marks/Icon";
import type { Option } from "./options";

function Highlighted({ text, search }: { text: string; search: string }) {
  const term = search.trim();
  const start = term === "" ? -1 : text.toLowerCase().indexOf(term.toLowerCase());
  if (start < 0) return text;
  const end = start + term.length;
  return (
    <>
      {text.slice(0, start)}
      <mark className="rounded-xs bg-accent-soft text-accent">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

function Tick({ on }: { on: boolean }) {
  const look = on ? "border-ink bg-ink text-on-ink" : "border-control-line bg-surface";
  return (
    <span
      aria-hidden="true"
      className={`grid size-3.5 flex-none place-items-center rounded-[3px] border ${look}`}
    >
      {on && <Icon name="check" size={11} />}
    </span>
  );
}

type OptionRowProps = {
  id: string;
  option: Option;
  search: string;
  selected: boolean;
  active: boolean;
  multiple?: boolean;
  onActive: () => void;
  onPick: () => void;
};

/** One option of an open list. */
export function OptionRow(props: OptionRowProps) {
  const { id, option, search, selected, active, multiple = false, onActive, onPick } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is handled by the list.
    // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and points to the option.
    <div
      id={id}
      role="option"
      aria-selected={selected}
      data-active={active || undefined}
      onMouseMove={onActive}
      onClick={onPick}
      className="flex min-h-(--option-h) cursor-pointer items-center gap-[9px] rounded-sm px-2.5 py-[5px] data-active:bg-surface-3 pointer-coarse:min-h-11"
    >
      {multiple && <Tick on={selected} />}
      {option.content.icon}
      <bdi className="min-w-0 [overflow-wrap:anywhere]">
        <Highlighted text={option.content.label} search={search} />
      </bdi>
      {!multiple && selected && (
        <span className="ms-auto">
          <Icon name="check" size={14} />
        </span>
      )}
    </div>
  );
}
