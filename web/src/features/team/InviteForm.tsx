import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/api/client";
import type { MembershipRole } from "@/api/contract";
import { longestEmail } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { TextField } from "@/components/ui/inputs/TextField";
import { Select } from "@/components/ui/selects/Select";
import { roleOptions } from "./teamLabels";
import { useTeamOutcome } from "./useTeamOutcome";

export function InviteForm({ teamId }: { teamId: string }) {
  const trpc = useTRPC();
  const outcome = useTeamOutcome();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MembershipRole>("member");
  const [error, setError] = useState<string | null>(null);
  const invite = useMutation(
    trpc.teams.invite.mutationOptions(
      outcome(`Invitation sent to ${email.trim()}.`, {
        done: () => setEmail(""),
        failed: setError,
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    setError(null);
    invite.mutate({ organization_id: teamId, email: email.trim(), role });
  };
  return (
    <form
      onSubmit={submit}
      className="grid gap-x-3 gap-y-4 border-line border-b px-(--card-pad) py-4 sm:grid-cols-[minmax(0,1fr)_128px_auto] sm:items-start"
    >
      <TextField
        id="invite-email"
        label="E-mail address"
        type="email"
        required
        autoComplete="off"
        maxLength={longestEmail}
        placeholder="name@company.com"
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.target.value);
          setError(null);
        }}
      />
      <Select label="Role" options={roleOptions} value={role} onChange={setRole} />
      <Button
        look="primary"
        type="submit"
        loading={invite.isPending}
        className="h-(--field-h) justify-self-start sm:mt-[25px]"
      >
        Send invitation
      </Button>
    </form>
  );
}
