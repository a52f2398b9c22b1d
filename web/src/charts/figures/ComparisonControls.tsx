import { useId } from "react";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { Switch } from "@/components/ui/Switch";
import { useAddress, withParams } from "@/lib/address/useAddress";
import { comparisonOf, periodLabel, periods, usualPeriod } from "./period";

/** The period over which the key figures of a page change, and whether their members are the same at both ends. */
export function ComparisonControls() {
  const id = useId();
  const { search, put } = useAddress();
  const { period, likeForLike } = comparisonOf(search);
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      <Switch
        id={id}
        label="Like for like"
        checked={likeForLike}
        onChange={(next) => put(withParams(search, { like_for_like: next ? "1" : "" }))}
      />
      <SegmentedControl
        label="Change over"
        segments={periods.map((value) => ({ value, label: periodLabel(value) }))}
        value={period}
        onChange={(next) => put(withParams(search, { change: next === usualPeriod ? "" : next }))}
      />
    </div>
  );
}
