import { useRef } from "react";
import { ConsentQuestion } from "@/components/ConsentQuestion";
import { type Purpose, purposeNames } from "../purposes";
import { useBottomInset } from "./useBottomInset";

type ConsentBannerProps = {
  purposes: readonly Purpose[];
  onDecide: (granted: readonly Purpose[]) => void;
  onChoose: () => void;
};

/** One of them has an "and" of its own, so that the last one is set off by a comma as well. */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length > 1 ? `${words.slice(0, -1).join(", ")}, and ${last}` : last;
}

/** The question, over the bottom of the page: it blocks nothing, and all answers weigh the same. */
export function ConsentBanner({ purposes, onDecide, onChoose }: ConsentBannerProps) {
  const ref = useRef<HTMLElement>(null);
  useBottomInset(ref);
  const words = purposes.map((purpose) => purposeNames[purpose].toLowerCase());
  return (
    <section
      ref={ref}
      aria-labelledby="consent-title"
      data-floating=""
      className="fixed inset-x-0 bottom-0 z-(--z-panel) flex animate-toast-in flex-col gap-3 border-line-strong border-t bg-raised px-4 pt-3.5 pb-[max(14px,env(safe-area-inset-bottom))] shadow-raised sm:inset-x-auto sm:end-4 sm:bottom-4 sm:w-[400px] sm:rounded-md sm:border"
    >
      <ConsentQuestion
        titleId="consent-title"
        purposes={listed(words)}
        onAccept={() => onDecide(purposes)}
        onReject={() => onDecide([])}
        onChoose={onChoose}
      />
    </section>
  );
}
