import { Button } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { Popover } from "@/components/ui/Popover";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { Select } from "@/components/ui/Select";
import { Switch } from "@/components/ui/Switch";
import { lastDay } from "@/lib/day";
import { groupLabel } from "../parts/groups";
import { measureOf } from "../parts/measures";
import { intervalNames, intervalsOf, modeName, modesOf } from "../parts/offers";
import {
  type ExploreState,
  groupsOf,
  limits,
  usualGroup,
  usualInterval,
  usualLook,
} from "./exploreState";
import { measuresOf, type Preset } from "./presets";
import type { Asked } from "./useExplore";

type ControlsProps = {
  preset: Preset;
  state: ExploreState;
  asked: Asked;
  update: (patch: Partial<ExploreState>) => void;
};

/** What is measured, how it is grouped and over which time: each a choice in the address. */
export function ExploreControls({ preset, state, asked, update }: ControlsProps) {
  const measure = measureOf(state.metric);
  if (!measure) return null;
  const modes = modesOf(measure);
  const offered = measuresOf(preset);
  return (
    <>
      <Select
        look="toolbar"
        label="Measure"
        options={offered.map(({ slug, label }) => ({ value: slug, content: { label } }))}
        value={state.metric}
        onChange={(slug) => {
          const next = measureOf(slug);
          if (!next) return;
          const interval = usualInterval(next);
          const group =
            next.combining === measure.combining ? state.group : usualGroup(next, preset);
          const legend = group === state.group ? state.legend : "";
          update({ metric: slug, interval, group, legend, ...usualLook(next, state.view) });
        }}
      />
      {state.view === "groups" && (
        <Select
          look="toolbar"
          label="Group by"
          options={groupsOf(measure, preset).map((by) => ({
            value: by,
            content: { label: groupLabel(by, asked.kind) },
          }))}
          value={state.group}
          onChange={(group) => update({ group, legend: "" })}
        />
      )}
      <Select
        look="toolbar"
        label="Every"
        options={intervalsOf(measure).map((value) => ({
          value,
          content: { label: intervalNames[value] },
        }))}
        value={state.interval}
        onChange={(interval) => update({ interval, zoom: null })}
      />
      {modes.length > 1 && (
        <Select
          look="toolbar"
          label="Show"
          options={modes.map((mode) => ({
            value: mode,
            content: { label: modeName(mode, measure) },
          }))}
          value={state.mode}
          onChange={(mode) => update(usualLook(measure, state.view, mode))}
        />
      )}
    </>
  );
}

/** What is set seldom: how many groups, like for like, and what was known on an earlier day. */
export function FurtherControls({ state, update }: Pick<ControlsProps, "state" | "update">) {
  const set = [state.cohort, state.asOf !== null, state.limit !== 7].filter(Boolean).length;
  return (
    <Popover
      label="Settings of the chart"
      className="w-[300px] p-3.5"
      trigger={
        <Button size="small">
          <Icon name="settings" size={14} />
          Settings
          {set > 0 && <span className="num text-text-3">{set}</span>}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {state.view === "groups" && (
          <>
            <div className="flex flex-col gap-1.5">
              <p className="text-sm text-text-2">The largest groups that stand alone</p>
              <SegmentedControl
                label="Largest groups"
                value={String(state.limit)}
                segments={limits.map((limit) => ({ value: String(limit), label: String(limit) }))}
                onChange={(limit) => update({ limit: Number(limit) })}
              />
            </div>
            <Switch
              id="like-for-like"
              label="Like for like"
              hint="Only members that have a value at both ends of the range."
              checked={state.cohort}
              onChange={(cohort) => update({ cohort })}
            />
          </>
        )}
        <label className="flex flex-col gap-1.5">
          <span className="text-sm text-text-2">As known at the end of</span>
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
    </Popover>
  );
}
