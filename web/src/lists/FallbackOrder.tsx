import { Button } from "@/components/ui/buttons/Button";

/** Above a list that could not be sorted by its usual number. */
export function FallbackOrder({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm bg-warn-soft px-2.5 py-1.5 text-sm text-warn"
    >
      <span>Values could not be loaded, so the list is not sorted by value.</span>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
