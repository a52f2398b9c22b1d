import { IgnoredConditions } from "@/components/states/IgnoredConditions";
import type { ChartSettings } from "../addressParameters";
import { isSecondIgnored } from "../derived/secondAxis";
import type { TimeData } from "../types";

type IgnoredSettingsProps = {
  /** The parameters of the address that are not understood. */
  unread: readonly unknown[];
  /** The data before a second axis is chosen. */
  data: TimeData;
  second: string;
  update: (change: Partial<Pick<ChartSettings, "second">>) => void;
};

/** Reports the settings of an address that its chart cannot have; the second axis counts once there are values. */
export function IgnoredSettings({ unread, data, second, update }: IgnoredSettingsProps) {
  const isIgnored = isSecondIgnored(data, second);
  return (
    <IgnoredConditions
      noun="setting"
      count={unread.length + Number(isIgnored)}
      onRemove={() => update(isIgnored ? { second: "" } : {})}
    />
  );
}
