import { Tabs as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { useDirection } from "@/lib/direction";
import { formatCountFull } from "@/lib/format";
import { usePressed } from "@/lib/usePressed";

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

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, aside, children } = props;
  const [shown, press] = usePressed(value, onChange);
  const direction = useDirection();
  const choose = (next: string) => {
    const tab = tabs.find((known) => known.value === next);
    if (tab) press(tab.value);
  };
  return (
    <Primitive.Root dir={direction} value={shown} onValueChange={choose}>
      <div className="flex items-center gap-4 border-line border-b">
        <Primitive.List
          aria-label={label}
          className="-mb-px flex min-w-0 flex-1 gap-5 overflow-x-auto px-px [scrollbar-width:none]"
        >
          {tabs.map((tab) => (
            <Primitive.Trigger
              key={tab.value}
              value={tab.value}
              disabled={tab.disabled}
              className="h-9 min-w-6 flex-none whitespace-nowrap border-transparent border-b-2 text-text-2 transition-colors duration-(--duration-instant) enabled:hover:text-text focus-visible:outline-offset-[-2px] disabled:cursor-not-allowed disabled:text-text-3 data-[state=active]:border-text data-[state=active]:font-semibold data-[state=active]:text-text pointer-coarse:h-11 pointer-coarse:min-w-11 forced-colors:data-[state=inactive]:border-b-[Canvas]"
            >
              <bdi>{tab.label}</bdi>
              {typeof tab.count === "number" && (
                <>
                  {" "}
                  <span className="num font-normal text-text-2">{formatCountFull(tab.count)}</span>
                </>
              )}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        {aside}
      </div>
      <Primitive.Content key={value} value={shown} className="outline-offset-[-2px]">
        {children}
      </Primitive.Content>
    </Primitive.Root>
  );
}
