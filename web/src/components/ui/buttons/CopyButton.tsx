import { useEffect, useState } from "react";
import { copyText } from "@/lib/browser/clipboard";
import { Icon } from "../marks/Icon";

type CopyButtonProps = {
  text: string;
  /** The noun in its name: "address", "link". */
  what: string;
  size?: "medium" | "small";
  /** Says "Copy" in words beside the icon. */
  words?: boolean;
  /** -1 in a cell of a table. */
  tabIndex?: number;
};

const shownForMs = 2000;

type Outcome = "idle" | "copied" | "failed";

export function CopyButton(props: CopyButtonProps) {
  const { text, what, size = "medium", words = false, tabIndex } = props;
  const [outcome, setOutcome] = useState<Outcome>("idle");

  useEffect(() => {
    if (outcome === "idle") return;
    const timer = setTimeout(() => setOutcome("idle"), shownForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const said = { idle: "Copy", copied: "Copied", failed: "Not copied" }[outcome];
  const tone = { idle: "text-text-2", copied: "text-pos", failed: "text-neg" }[outcome];
  const icon = ({ idle: "copy", copied: "check", failed: "warning" } as const)[outcome];
  const box = size === "small" ? "h-5 min-w-5" : "h-(--control-h-sm) min-w-(--control-h-sm)";
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={`Copy ${what}`}
        title={`Copy ${what}`}
        onClick={async () => setOutcome((await copyText(text)) ? "copied" : "failed")}
        className={`target inline-flex flex-none items-center justify-center gap-1 rounded-sm text-sm transition-colors duration-(--duration-instant) hover:bg-surface-3 hover:text-text ${tone} ${box} ${words ? "px-2" : ""}`}
      >
        <Icon name={icon} size={size === "small" ? 13 : 16} />
        {words && <span>{said}</span>}
      </button>
      <span aria-live="polite" className="sr-only">
        {outcome === "copied" && `Copied ${what}`}
        {outcome === "failed" &&
          `Could not copy the ${what}: the browser blocked access to the clipboard`}
      </span>
    </>
  );
}
