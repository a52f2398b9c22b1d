import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { roleLabels, type UserEntry } from "@/api/contract";
import { Card } from "@/components/Card";
import { ConfirmDialog } from "@/components/ConfirmDialog";

import { Button } from "@/components/ui/buttons/Button";

import { useAdminOutcome } from "../useAdminOutcome";

type RoleCardProps = { user: UserEntry; you: boolean };

export function RoleCard({ user, you }: RoleCardProps) {
  const trpc = useTRPC();
  const outcome = useAdminOutcome();
  const [asking, setAsking] = useState(false);
  const closed = () => setAsking(false);
  const promotes = user.role === "CUSTOMER";
  const nextRole = promotes ? "ADMIN" : "CUSTOMER";
  const setRole = useMutation(
    trpc.adminUsers.setRole.mutationOptions(
      outcome(
        promotes ? `${user.email} is now an administrator.` : `${user.email} is now a customer.`,
        {
          closed,
        },
      ),
    ),
  );
  return (
    <Card title="Role">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-(--card-pad) py-3.5">
        <div className="min-w-0 flex-1 basis-[280px]">
          <p className="font-medium">{roleLabels[user.role]}</p>
          <p className="text-sm text-text-2">
            {promotes
              ? "Uses the product, without access to the admin pages."
              : "Views and changes all users and organizations, and has all features."}
            {you && " Only another administrator can change your role."}
          </p>
        </div>
        <Button look={promotes ? "plain" : "danger"} disabled={you} onClick={() => setAsking(true)}>
          {promotes ? "Make administrator" : "Make customer"}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={promotes ? "Make this user an administrator?" : "Remove the administrator role?"}
          description={
            promotes
              ? `${user.email} will be able to view and change all users and organizations, including yours.`
              : `${user.email} immediately loses access to the admin pages and to every feature not enabled for the account.`
          }
          action={promotes ? "Make administrator" : "Make customer"}
          pending={setRole.isPending}
          onConfirm={() => setRole.mutate({ id: user.id, role: nextRole })}
          onClose={closed}
        />
      )}
    </Card>
  );
}
