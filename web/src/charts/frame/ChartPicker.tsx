import { Icon } from "@/components/ui/marks/Icon";
import { Menu } from "@/components/ui/overlays/Menu";
import { usePressed } from "@/lib/browser/usePressed";

type ChartPickerProps<Value extends string> = {
  /** "Measure", "Group by", "Aggregation level" */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** The button of a choice above a chart. */
export const chartPickerLook =
  "inline-flex h-[26px] max-w-full items-center gap-[5px] whitespace-nowrap rounded-sm border border-line-strong px-2 text-sm hover:border-control-line hover:bg-surface-2 data-[state=open]:bg-surface-3 pointer-coarse:h-11";

/** A small choice above a chart: what it asks and what is chosen, in one button. */
export function ChartPicker<Value extends string>(props: ChartPickerProps<Value>) {
  const { label, options } = props;
  const [value, press] = usePressed(props.value, props.onChange);
  const chosen = options.find((option) => option.value === value);
  return (
    <Menu
      label={label}
      align="start"
      trigger={
        <button type="button" className={chartPickerLook}>
          <span className="text-text-3">{label}</span>
          <bdi className="truncate">{chosen?.label ?? ""}</bdi>
          <span className="text-text-3">
            <Icon name="chevron" size={12} />
          </span>
        </button>
      }
      groups={[
        options.map((option) => ({
          label: option.label,
          chosen: option.value === value,
          onSelect: () => press(option.value),
        })),
      ]}
    />
  );
}
