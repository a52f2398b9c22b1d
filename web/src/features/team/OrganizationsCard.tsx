import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { Membership, UserRecord } from "@/api/contract";
import { longestTeamName, membershipRoleLabels } from "@/api/contract";
import { Card } from "@/components/Card";
import { NameDialog } from "@/components/NameDialog";

import { Button } from "@/components/ui/buttons/Button";
import { organizationName } from "./teamLabels";

import { useTeamOutcome } from "./useTeamOutcome";

function CreateDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const outcome = useTeamOutcome();
  const [error, setError] = useState<string | null>(null);
  const create = useMutation(
    trpc.teams.create.mutationOptions(
      outcome("Team created.", { everywhere: true, done: onClose, failed: setError }),
    ),
  );
  return (
    <NameDialog
      longest={longestTeamName}
      title="Create a team"
      description="You become the owner, and it becomes your active organization."
      action="Create team"
      pending={create.isPending}
      error={error}
      onSubmit={(name) => create.mutate({ name })}
      onClose={onClose}
    />
  );
}

function Row({ place, active }: { place: Membership; active: boolean }) {
  const trpc = useTRPC();
  const outcome = useTeamOutcome();
  const name = organizationName(place.organization);
  const change = useMutation(
    trpc.teams.switch.mutationOptions(outcome(`Switched to ${name}.`, { everywhere: true })),
  );
  return (
    <li
      data-organization={place.organization_id}
      aria-current={active ? "true" : undefined}
      className="flex items-center gap-x-4 border-line border-b px-(--card-pad) py-2.5"
    >
      <div className="min-w-0 flex-1">
        <bdi className="block font-medium [overflow-wrap:anywhere]">{name}</bdi>
        <span className="text-sm text-text-2">
          {place.organization.scope === "personal" ? "Only you" : membershipRoleLabels[place.role]}
        </span>
      </div>
      {active ? (
        <span className="inline-flex h-(--control-h-sm) flex-none items-center gap-1.5 text-sm text-text-2">
          <span aria-hidden="true" className="size-[7px] rounded-full bg-fresh" />
          Active
        </span>
      ) : (
        <Button
          size="small"
          loading={change.isPending}
          aria-label={`Switch to ${name}`}
          onClick={() => change.mutate({ organization_id: place.organization_id })}
        >
          Switch
        </Button>
      )}
    </li>
  );
}

/** The teams of the user, the active one, and the change to another. */
export function OrganizationsCard({ user }: { user: UserRecord }) {
  const [creating, setCreating] = useState(false);
  const places = [...user.memberships].sort(
    (one, other) =>
      Number(other.organization.scope === "personal") -
      Number(one.organization.scope === "personal"),
  );
  return (
    <Card
      title="Your organizations"
      lead="One organization is active at a time, and its plan applies."
    >
      <ul>
        {places.map((place) => (
          <Row
            key={place.id}
            place={place}
            active={place.organization_id === user.organization.id}
          />
        ))}
      </ul>
      <footer className="flex flex-wrap items-center gap-x-3 gap-y-2 px-(--card-pad) py-3">
        <Button size="small" onClick={() => setCreating(true)}>
          Create a team
        </Button>
        {places.length === 1 && (
          <span className="text-sm text-text-2">All members of a team share one plan.</span>
        )}
      </footer>
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </Card>
  );
}
