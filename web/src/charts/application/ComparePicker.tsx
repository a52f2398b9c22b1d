import { useId, useState } from "react";
import type { GetAggregateRequest } from "@/api/contract";
import { mostChartGroups } from "@/api/contract";
import { useAggregate } from "@/api/series";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Popover } from "@/components/ui/overlays/Popover";
import type { Trigger } from "@/components/ui/overlays/useTrigger";
import { OptionList } from "@/components/ui/selects/OptionList";
import { usePressed } from "@/lib/browser/usePressed";
import { addDays, month } from "@/lib/dates/day";
import { mostCompared } from "../comparedSeries";
import { namesOfGroups, useNames } from "../measures/names";
import { chartRequest } from "./chartRequest";
import type { ChartView } from "./chartView";

/** Every group of the chart's request, the largest of late first. */
function candidatesOf(view: ChartView): GetAggregateRequest {
  const { request, to } = chartRequest({ ...view, compared: [] });
  const isFlow = view.measure.kind === "flow";
  return {
    ...request,
    mode: isFlow ? "flow" : "level",
    interval: isFlow ? "month" : "day",
    group_limit: mostChartGroups,
    from: isFlow ? addDays(to, -month) : to,
  };
}

type CompareListProps = {
  view: ChartView;
  onChange: (compared: readonly string[]) => void;
  onClose: () => void;
};

function CompareList({ view, onChange, onClose }: CompareListProps) {
  const { group, chart } = view;
  const [compared, press] = usePressed(view.compared, onChange);
  const id = useId();
  const answer = useAggregate(candidatesOf(view));
  const keys = answer.data?.groups.flatMap(({ key }) => key ?? []) ?? [];
  const names = useNames(namesOfGroups(group.by, chart.query.subject), keys);
  if (answer.isPending) {
    return (
      <Loading label="Loading the options">
        <Skeleton className="h-[200px] rounded-sm" />
      </Loading>
    );
  }
  if (keys.length === 0) {
    return <p className="px-2.5 py-3 text-sm text-text-2">Nothing can be compared here.</p>;
  }
  const toggle = (key: string) => {
    if (compared.includes(key)) press(compared.filter((other) => other !== key));
    else press([...compared, key].slice(-mostCompared));
  };
  return (
    <>
      <OptionList
        label={`Compare by ${group.label.toLowerCase()}`}
        listId={id}
        options={keys.map((key) => ({
          value: key,
          content: { label: names.get(key)?.name ?? key },
        }))}
        selected={compared}
        multiple
        onPick={toggle}
        onClose={onClose}
      />
      {compared.length > 0 && (
        <div className="border-line border-t p-1.5">
          <Button size="small" onClick={() => press([])}>
            Show the largest instead
          </Button>
        </div>
      )}
    </>
  );
}

type ComparePickerProps = Pick<CompareListProps, "view" | "onChange"> & {
  trigger: Trigger;
};

/** The choice of the groups that are compared; no others are drawn. */
export function ComparePicker({ view, onChange, trigger }: ComparePickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Compare"
      open={open}
      onOpenChange={setOpen}
      className="w-[340px] p-1.5"
      trigger={trigger}
    >
      <CompareList view={view} onChange={onChange} onClose={() => setOpen(false)} />
    </Popover>
  );
}
