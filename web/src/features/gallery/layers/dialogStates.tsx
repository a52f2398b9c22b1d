import { longestTeamName } from "@/api/contract";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { NameDialog } from "@/components/NameDialog";
import { Button } from "@/components/ui/buttons/Button";
import { Dialog } from "@/components/ui/overlays/Dialog";

const nothing = () => {};

/** A dialog in each of its states, by what the button says that opens it. */
export const dialogStates = {
  "Dialog, busy": (close: () => void) => (
    <ConfirmDialog
      title="Leave this team?"
      description="Your personal organization becomes active."
      action="Leave"
      pending
      onConfirm={nothing}
      onClose={close}
    />
  ),
  "Dialog, failed": (close: () => void) => (
    <NameDialog
      longest={longestTeamName}
      title="Rename the team"
      action="Rename"
      name="http://harbour.example"
      pending={false}
      error="Enter a name of 1 to 80 characters without a web address."
      onSubmit={nothing}
      onClose={close}
    />
  ),
  "Dialog, disabled": (close: () => void) => (
    <NameDialog
      longest={longestTeamName}
      title="Create a team"
      action="Create team"
      pending={false}
      error={null}
      onSubmit={nothing}
      onClose={close}
    />
  ),
  "Dialog, long text": (close: () => void) => (
    <ConfirmDialog
      title="Remove Consolidated Larch and Rowan Institutional Liquidity Reserve Fund, Class J (sample)?"
      description="1,840,270,000,000 transfers of 271,800,000 holders have been read for it. Its numbers remain in the daily values they belong to. It no longer appears in lists."
      action="Remove the fund and all of its networks"
      pending={false}
      onConfirm={close}
      onClose={close}
    />
  ),
  "Dialog, right to left": (close: () => void) => (
    <Dialog
      open
      onClose={close}
      title="إلغاء مفتاح صندوق الميناء (sample)؟"
      description="استخدمته مهمتان اليوم، وستفشلان من الطلب التالي."
    >
      <div dir="rtl" className="flex justify-end gap-2">
        <Button onClick={close}>إبقاء</Button>
        <Button look="danger" onClick={close}>
          إلغاء المفتاح
        </Button>
      </div>
    </Dialog>
  ),
  "Dialog that stays": (close: () => void) => (
    <Dialog
      open
      title="Closed by its button only"
      description="Escape and a click outside do not close it."
    >
      <div className="flex justify-end">
        <Button look="primary" onClick={close}>
          Done
        </Button>
      </div>
    </Dialog>
  ),
} as const;

export type DialogState = keyof typeof dialogStates;
