import { useEffect, useRef, useState } from "react";
import { longestFilterText } from "@/api/contract";
import { Icon } from "@/components/ui/marks/Icon";

type SearchBoxProps = { label: string; value: string; onChange: (value: string) => void };

/** Long enough to type on, short enough to feel immediate. */
const pauseMs = 250;

/** Text that takes effect when the typing pauses, or at once with Enter. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const latest = useRef(onChange);
  latest.current = onChange;

  // The value changed from outside, such as by going back.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (text.trim() === sent.current) return;
    const timer = setTimeout(() => send(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  });

  const send = (next: string) => {
    sent.current = next;
    latest.current(next);
  };

  return (
    <div className="flex h-7 w-[220px] min-w-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-2 text-text-3 outline-offset-[-1px] focus-within:outline-2 focus-within:outline-focus max-md:w-auto max-md:flex-1 pointer-coarse:h-11">
      <Icon name="search" size={14} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={longestFilterText}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && text.trim() !== sent.current) send(text.trim());
        }}
        className="h-full min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-text-3 pointer-coarse:text-lg"
      />
    </div>
  );
}
