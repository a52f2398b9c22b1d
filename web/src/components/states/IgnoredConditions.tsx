import { Button } from "../ui/buttons/Button";

type IgnoredConditionsProps = {
  /** The kind of the ignored parameters. */
  noun?: "filter" | "setting";
  count: number;
  onRemove: () => void;
};

/** Reports parameters of an address that do not apply, because the page shows more than its address says. */
export function IgnoredConditions({ noun = "filter", count, onRemove }: IgnoredConditionsProps) {
  if (count === 0) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-warn-soft px-(--card-pad) py-2 text-warn"
    >
      <span className="flex-1">
        {count === 1 ? `One ${noun}` : `${count} ${noun}s`} in this link cannot be applied here and{" "}
        {count === 1 ? "was" : "were"} ignored.
      </span>
      <Button size="small" onClick={onRemove}>
        Remove
      </Button>
    </p>
  );
}
