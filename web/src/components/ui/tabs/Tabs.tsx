import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { useDirection } from "@/lib/browser/direction";
import { usePressed } from "@/lib/browser/usePressed";
import { formatCountFull } from "@/lib/format";
import { CutEdge } from "./CutEdge";
import { useCutEdge } from "./useCutEdge";

export type Tab<Value extends string> = {
  value: Value;
  label: string;
  /** How many there are; null while it is not known. */
  count?: number | null;
  disabled?: boolean;
};

type TabsProps<Value extends string> = {
  label: string;
  tabs: ReadonlyArray<Tab<Value>>;
  value: Value;
  onChange: (value: Value) => void;
  /** Stands at the end of the line of tabs. */
  aside?: ReactNode;
  /** The panel of the chosen tab. */
  children: ReactNode;
};

/** The tab that a key leads to, of those that can be chosen and as they are read; round from end to start. */
function tabAfter(key: string, at: number, count: number, toLeft: boolean): number | null {
  const step = { ArrowRight: toLeft ? -1 : 1, ArrowLeft: toLeft ? 1 : -1 }[key];
  if (step !== undefined) return (at + step + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, aside, children } = props;
  const [shown, press] = usePressed(value, onChange);
  const choose = (next: Value) => next !== shown && press(next);
  const toLeft = useDirection() === "rtl";
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const cut = useCutEdge(list);
  const onKeyDown = (event: KeyboardEvent) => {
    const open = tabs.filter(({ disabled }) => !disabled);
    const at = open.findIndex((tab) => tab.value === shown);
    const next = open[tabAfter(event.key, at, open.length, toLeft) ?? -1];
    if (!next) return;
    event.preventDefault();
    choose(next.value);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.value)}"]`)?.focus();
  };
  return (
    <div>
      <div className="flex items-center gap-4 border-line border-b">
        <div className="relative isolate -mb-px min-w-0 flex-1">
          <div
            ref={list}
            role="tablist"
            aria-label={label}
            className="flex gap-5 overflow-x-auto px-px [scrollbar-width:none]"
          >
            {tabs.map((tab) => (
              <button
                key={tab.value}
                type="button"
                role="tab"
                id={`${id}-${tab.value}`}
                data-tab={tab.value}
                aria-selected={tab.value === shown}
                aria-controls={`${id}-panel`}
                tabIndex={tab.value === shown ? 0 : -1}
                disabled={tab.disabled}
                onClick={() => choose(tab.value)}
                onKeyDown={onKeyDown}
                className="h-9 min-w-6 flex-none whitespace-nowrap border-transparent border-b-2 text-text-2 transition-colors duration-(--duration-instant) enabled:hover:text-text focus-visible:outline-offset-[-2px] disabled:cursor-not-allowed disabled:text-text-3 aria-selected:border-text aria-selected:font-semibold aria-selected:text-text pointer-coarse:h-11 pointer-coarse:min-w-11 forced-colors:not-aria-selected:border-b-[Canvas]"
              >
                <bdi>{tab.label}</bdi>
                {typeof tab.count === "number" && (
                  <>
                    {" "}
                    <span className="num font-normal text-text-2">
                      {formatCountFull(tab.count)}
                    </span>
                  </>
                )}
              </button>
            ))}
          </div>
          {cut && <CutEdge />}
        </div>
        {aside}
      </div>
      <div
        key={value}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${shown}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls is read from here.
        tabIndex={0}
        className="outline-offset-[-2px]"
      >
        {children}
      </div>
    </div>
  );
}
