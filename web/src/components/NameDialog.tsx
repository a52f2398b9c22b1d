import { type FormEvent, useState } from "react";
import { Button } from "./ui/buttons/Button";
import { TextField } from "./ui/inputs/TextField";
import { Dialog } from "./ui/overlays/Dialog";

type NameDialogProps = {
  title: string;
  description?: string;
  action: string;
  name?: string;
  longest: number;
  pending: boolean;
  error: string | null;
  onSubmit: (name: string) => void;
  onClose: () => void;
};

/** Asks for the name of a team, new or not. */
export function NameDialog(props: NameDialogProps) {
  const { title, description, action, pending, error, onSubmit, onClose } = props;
  const [name, setName] = useState(props.name ?? "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) onSubmit(name);
  };
  return (
    <Dialog open title={title} description={description} onClose={onClose}>
      <form className="flex flex-col gap-5" onSubmit={submit}>
        <TextField
          id="team-name"
          label="Name"
          required
          maxLength={props.longest}
          autoComplete="organization"
          dir="auto"
          value={name}
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" loading={pending} disabled={name.trim() === ""}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
