import { useCallback, useState } from "react";
import { Button } from "@/components/ui/buttons/Button";
import { Icon } from "@/components/ui/marks/Icon";
import { Popover } from "@/components/ui/overlays/Popover";
import { useWhileOpen } from "@/lib/loading/useOnDemand";
import type { FurtherProps } from "./FurtherSettings";

const load = async () => (await import("./lateControls")).FurtherSettings;

/** Rarely used settings; the script loads when they are opened, into a room of its size. */
export function FurtherControls(props: FurtherProps) {
  const { likeForLike, asOf, limit, view } = props.state;
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const Settings = useWhileOpen(open, close, load, "The settings");
  const set = [likeForLike, asOf !== null, limit !== 7].filter(Boolean).length;
  return (
    <Popover
      label="Settings of the chart"
      open={open}
      onOpenChange={setOpen}
      className="w-[300px] p-3.5"
      trigger={
        <Button size="small">
          <Icon name="settings" size={14} />
          Settings
          {set > 0 && <span className="num text-text-3">{set}</span>}
        </Button>
      }
    >
      <div className={view === "groups" ? "min-h-[186px]" : "min-h-[58px]"}>
        {Settings && <Settings {...props} />}
      </div>
    </Popover>
  );
}
