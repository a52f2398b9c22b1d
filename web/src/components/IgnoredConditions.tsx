import { Button } from "./ui/Button";

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
        {count === 1 ? "One condition" : `${count} conditions`} of this address cannot be asked here
        and had no effect.
      </span>
      <Button size="small" onClick={onRemove}>
        Remove
      </Button>
    </p>
  );
}
