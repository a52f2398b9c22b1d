import { useId } from "react";
import { IgnoredConditions } from "@/components/states/IgnoredConditions";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { Switch } from "@/components/ui/inputs/Switch";
import { parameters } from "../addressParameters";
import { useChartSettings } from "../useChartSettings";
import { periodLabel, periods } from "./changePeriod";
import { comparisonPage } from "./comparison";

/** The period over which the key figures of a page change, and whether their members are the same at both ends. */
export function ComparisonControls() {
  const id = useId();
  const { state, update, unread } = useChartSettings(comparisonPage);
  return (
    <>
      <IgnoredConditions noun="setting" count={unread.length} onRemove={() => update({})} />
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <Switch
          id={id}
          label={parameters.likeForLike.label}
          checked={state.likeForLike}
          onChange={(likeForLike) => update({ likeForLike })}
        />
        <SegmentedControl
          label={parameters.period.label}
          segments={periods.map((value) => ({ value, label: periodLabel(value) }))}
          value={state.period}
          onChange={(period) => update({ period })}
        />
      </div>
    </>
  );
}
