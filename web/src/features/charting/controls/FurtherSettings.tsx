import { limits, parameters } from "@/charts/addressParameters";
import { Button } from "@/components/ui/buttons/Button";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { Switch } from "@/components/ui/inputs/Switch";
import { lastDay } from "@/lib/dates/day";
import type { ExploreState } from "../state/exploreState";

export type FurtherProps = {
  state: ExploreState;
  update: (patch: Partial<ExploreState>) => void;
};

/** The number of separate groups, like for like, and the day of knowledge. */
export function FurtherSettings({ state, update }: FurtherProps) {
  return (
    <div className="flex flex-col gap-4">
      {state.view === "groups" && (
        <>
          <div className="flex flex-col gap-1.5">
            <p className="text-sm text-text-2">Number of groups shown separately</p>
            <SegmentedControl
              label={parameters.limit.label}
              value={String(state.limit)}
              segments={limits.map((limit) => ({ value: String(limit), label: String(limit) }))}
              onChange={(limit) => update({ limit: Number(limit) })}
            />
          </div>
          <Switch
            id="like-for-like"
            label={parameters.likeForLike.label}
            hint="Only members that have a value at both ends of the range."
            checked={state.likeForLike}
            onChange={(likeForLike) => update({ likeForLike })}
          />
        </>
      )}
      <label className="flex flex-col gap-1.5">
        <span className="text-sm text-text-2">{parameters.asOf.label}</span>
        <input
          type="date"
          value={state.asOf ?? ""}
          max={lastDay()}
          onChange={(event) => update({ asOf: event.target.value || null })}
          className="h-(--control-h) rounded-md border border-control-line bg-surface px-2.5"
        />
      </label>
      {state.asOf !== null && (
        <Button size="small" onClick={() => update({ asOf: null })}>
          As known today
        </Button>
      )}
    </div>
  );
}
