import { Button } from "../ui/Button";

type IgnoredConditionsProps = { count: number; onRemove: () => void };

/** An address is written by anybody; what it asks in vain is said, for the table shows more than it seems to. */
export function IgnoredConditions({ count, onRemove }: IgnoredConditionsProps) {
  if (count === 0) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-warn-soft px-(--card-pad) py-2 text-warn"
    >
      <span className="flex-1">
        {count === 1 ? "One filter" : `${count} filters`} in this link cannot be applied here and{" "}
        {count === 1 ? "was" : "were"} ignored.
      </span>
      <Button size="small" onClick={onRemove}>
        Remove
      </Button>
    </p>
  );
}
