import type { ReactNode } from "react";
import { Button } from "./ui/buttons/Button";
import { Dialog } from "./ui/overlays/Dialog";

type ConfirmDialogProps = {
  title: string;
  description: ReactNode;
  /** The label of the button that acts. */
  action: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation of an action that affects other people. */
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
