import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/api/client";
import type { MembershipRole, OrganizationEntry } from "@/api/contract";
import { longestEmail, membershipRoleLabels } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { TextField } from "@/components/ui/inputs/TextField";
import { Dialog } from "@/components/ui/overlays/Dialog";
import type { Option } from "@/components/ui/selects/options";
import { Select } from "@/components/ui/selects/Select";

import { useAdminOutcome } from "../useAdminOutcome";

const roles: ReadonlyArray<Option<MembershipRole>> = (["member", "owner"] as const).map((role) => ({
  value: role,
  content: { label: membershipRoleLabels[role] },
}));

type AddMemberDialogProps = { organization: OrganizationEntry; onClose: () => void };

function AddMemberDialog({ organization: { id, name }, onClose }: AddMemberDialogProps) {
  const trpc = useTRPC();
  const outcome = useAdminOutcome();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MembershipRole>("member");
  const [error, setError] = useState<string | null>(null);
  const add = useMutation(
    trpc.adminOrganizations.addMember.mutationOptions(
      outcome(`${email.trim()} was added to ${name}.`, { done: onClose, failed: setError }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    setError(null);
    add.mutate({ id, email: email.trim(), role });
  };
  return (
    <Dialog
      open
      title="Add a member"
      description={`A person who already has an account joins ${name} immediately, without an invitation.`}
      onClose={onClose}
    >
      <form className="flex flex-col gap-5" onSubmit={submit}>
        <TextField
          id="new-member-email"
          label="E-mail address"
          type="email"
          required
          autoComplete="off"
          maxLength={longestEmail}
          placeholder="name@company.com"
          dir="ltr"
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.target.value);
            setError(null);
          }}
        />
        <Select label="Role" options={roles} value={role} onChange={setRole} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" loading={add.isPending} disabled={!email.trim()}>
            Add member
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Adds a person to a team on behalf of its owners. */
export function AddMemberButton({ organization }: { organization: OrganizationEntry }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Add member</Button>
      {asking && <AddMemberDialog organization={organization} onClose={() => setAsking(false)} />}
    </>
  );
}
