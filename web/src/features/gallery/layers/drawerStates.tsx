import type { ReactElement } from "react";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Drawer } from "@/components/ui/overlays/Drawer";
import { Money } from "@/components/ui/text/Figure";

const failure = {
  code: "SERVICE_UNAVAILABLE",
  reason: null,
  message: "",
  traceId: "7f3a19c2",
};

const longName =
  "Value of Consolidated Larch and Rowan Institutional Liquidity Reserve Fund, Class J (sample)";

type State = (close: () => void) => ReactElement;

/** A drawer in each of its states, by what the button says that opens it. */
export const drawerStates = {
  "Drawer, loading": (close) => (
    <Drawer open onClose={close} title="Explain" subtitle="Value of HRBR (sample)">
      <Loading label="Loading the explanation">
        <div className="flex flex-col gap-2 p-5">
          <Skeleton className="h-6 w-2/5 rounded-sm" />
          <Skeleton className="h-3 w-4/5 rounded-sm" />
          <Skeleton className="h-3 w-3/5 rounded-sm" />
        </div>
      </Loading>
    </Drawer>
  ),
  "Drawer, empty": (close) => (
    <Drawer open onClose={close} title="Explain" subtitle="Value of HRBR (sample)">
      <EmptyState title="Nothing to explain">No value of this day is known.</EmptyState>
    </Drawer>
  ),
  "Drawer, failed": (close) => (
    <Drawer open onClose={close} title="Explain" subtitle="Value of HRBR (sample)">
      <ErrorState what="The explanation" failure={failure} onRetry={() => {}} />
    </Drawer>
  ),
  "Drawer, long text": (close) => (
    <Drawer
      open
      onClose={close}
      title="Explain"
      subtitle={longName}
      footer={<Button onClick={close}>Done</Button>}
    >
      <div className="flex flex-col gap-4 p-5">
        <p>{longName}</p>
        <p className="num text-2xl">
          <Money value={18_402_700_000_000} />
        </p>
        {Array.from({ length: 24 }, (_, day) => `Day ${day + 1} of the numbers it is made of.`).map(
          (line) => (
            <p key={line}>{line}</p>
          ),
        )}
      </div>
    </Drawer>
  ),
  "Drawer, right to left": (close) => (
    <Drawer
      open
      onClose={close}
      title="شرح"
      subtitle="قيمة صندوق الميناء (sample)"
      footer={<Button onClick={close}>تم</Button>}
    >
      <p dir="rtl" className="p-5">
        كيف تم الحصول على الرقم $18.40T؟
      </p>
    </Drawer>
  ),
} as const satisfies Record<string, State>;

export type DrawerState = keyof typeof drawerStates;
