import { useState } from "react";
import { Button } from "@/components/ui/buttons/Button";
import { useRowNumbers } from "./rowNumbers";

type NumbersNoticeProps = {
  /** The list could not be sorted by its usual number. */
  isUnsorted: boolean;
  /** Requests the rows once more, in their usual order. */
  onRetry: (() => void) | undefined;
};

/** When a notice that has the focus goes, the focus moves to the list around it, and not to the start of the page. */
function handFocusBack(notice: HTMLElement | null) {
  return () => {
    const list = notice?.closest("section");
    if (!list || !notice?.contains(document.activeElement)) return;
    list.tabIndex = -1;
    list.focus({ preventScroll: true });
  };
}

/** Above rows whose numbers could not be loaded. It stays while they are requested once more, so that no row moves. */
export function NumbersNotice({ isUnsorted, onRetry }: NumbersNoticeProps) {
  const numbers = useRowNumbers();
  const [isHeld, setHeld] = useState(false);
  if (!numbers) return null;
  const { status, retry } = numbers;
  const isMissing = retry !== null || isUnsorted;
  const isShown = isMissing || (isHeld && status === "loading");
  if (isShown !== isHeld) setHeld(isShown);
  const text = isUnsorted
    ? "Values could not be loaded, so the list is not sorted by value."
    : status === "failed"
      ? "The numbers could not be loaded."
      : "Some numbers could not be loaded.";
  return (
    // Screen readers announce what comes into a place that was there before.
    <div role="status">
      {isShown && (
        <div
          ref={handFocusBack}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-warn-soft px-(--card-pad) py-1.5 text-sm text-warn"
        >
          <span>{isMissing ? text : "Loading the numbers."}</span>
          <Button
            size="small"
            onClick={() => {
              if (isUnsorted) onRetry?.();
              retry?.();
            }}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
