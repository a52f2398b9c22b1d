import type { ReactNode } from "react";
import { Button } from "./ui/Button";
import { Dialog } from "./ui/Dialog";

type ConfirmDialogProps = {
  title: string;
  description: ReactNode;
  /** The label of the button that acts. */
  action: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that somebody else would notice. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, action, pending, onConfirm, onClose } = props;
  return (
    <Dialog open title={title} description={description} onClose={onClose}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" loading={pending} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
