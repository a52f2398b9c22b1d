import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useState } from "react";
import { useUser } from "@/api/account/user";
import { useTRPC, useTRPCClient } from "@/api/client";
import type { UserRole, UserRoleEntry } from "@/api/contract";
import { Card } from "@/components/Card";
import { FieldsCard } from "@/components/form/FieldsCard";
import { LoadingCard } from "@/components/states/LoadingCard";
import { showToast } from "@/lib/toasts";
import { userAddress } from "../../addresses";
import { RecordLayout, TwoColumns } from "../../RecordLayout";
import { AccessForm } from "../AccessForm";
import { useOrganizationsOf, useUsersOf } from "../accounts";
import { EndRoleButton } from "../EndRoleButton";
import { GrantFacts } from "../GrantFacts";
import { checkWindow, grantFields, grantText, grantValues, textOf, windowIn } from "../grantFields";
import { RecordHistoryCard } from "../RecordHistoryCard";
import { useAccessForm } from "../useAccessForm";
import { useAccessOutcome } from "../useAccessRefresh";
import { userRolesParent, type useSubjectUserRole } from "./useSubjectUserRole";

type Subject = ReturnType<typeof useSubjectUserRole>;

/** The terms of one role of a user, its history and its end. */
export function UserRoleScreen({ subject }: { subject: Subject }) {
  return (
    <RecordLayout one="User role" parent={userRolesParent} {...subject}>
      {(entry) => (
        <UserRoleSheet key={entry.user_role.id} entry={entry} onEnded={subject.onEnded} />
      )}
    </RecordLayout>
  );
}

type SheetProps = { entry: UserRoleEntry; onEnded: () => void };

function UserRoleSheet({ entry, onEnded }: SheetProps) {
  const { user_role: grant } = entry;
  const load = useUser();
  const users = useUsersOf([grant.user_id, grant.granted_by, grant.updated_by]);
  const organizations = useOrganizationsOf([grant.organization_id]);
  if (load.status !== "logged-in") return <LoadingCard title="Terms" what="the form" />;
  const you = load.user.id === grant.user_id;
  return (
    <TwoColumns
      main={
        you ? (
          <Card title="Terms">
            <p className="px-(--card-pad) py-4 text-text-2">
              This is your own role. Only another administrator can change or end it.
            </p>
          </Card>
        ) : (
          <TermsForm entry={entry} draftName={`${load.user.id}/access/user-roles/${grant.id}`} />
        )
      }
      aside={
        <>
          <Card title="User role">
            <GrantFacts
              grant={grant}
              roleName={entry.role_name}
              users={users}
              organizations={organizations}
            />
            {!you && (
              <div className="border-line border-t px-(--card-pad) py-3">
                <EndUserRole entry={entry} onEnded={onEnded} />
              </div>
            )}
          </Card>
          <RecordHistoryCard id={grant.id} />
        </>
      }
    />
  );
}

type TermsFormProps = { entry: UserRoleEntry; draftName: string };

function TermsForm({ entry, draftName }: TermsFormProps) {
  const client = useTRPCClient();
  const router = useRouter();
  const { id, user_id } = entry.user_role;
  const edited = useAccessForm<UserRole>({
    fields: grantFields,
    record: entry.user_role,
    valuesOf: grantValues,
    draftName,
    check: checkWindow,
    save: async (values, version) => {
      const { user_role } = await client.accessUserRoles.update.mutate({
        id,
        version: version ?? 0,
        ...windowIn(values),
        reason: textOf(values.reason),
      });
      return user_role;
    },
    load: async () => (await client.accessUserRoles.get.query({ id })).user_role,
    onSaved: () => {
      const message = `The terms of ${entry.role_name} were changed.`;
      showToast({ id: "access", variant: "success", message });
      void router.push(userAddress(user_id));
    },
  });
  return (
    <AccessForm
      edited={edited}
      label="Edit user role"
      what="the terms of this role"
      action="Save changes"
      textOf={grantText}
    >
      <FieldsCard title="Terms" form={edited.form} fields={grantFields} />
    </AccessForm>
  );
}

function EndUserRole({ entry, onEnded }: SheetProps) {
  const { id, version, user_id } = entry.user_role;
  const trpc = useTRPC();
  const router = useRouter();
  const outcome = useAccessOutcome();
  const [error, setError] = useState<string | null>(null);
  const end = useMutation(
    trpc.accessUserRoles.end.mutationOptions(
      outcome(`The role ${entry.role_name} has ended.`, {
        done: () => {
          onEnded();
          void router.push(userAddress(user_id));
        },
        failed: setError,
      }),
    ),
  );
  return (
    <EndRoleButton
      description="The user loses the access of this role within seconds, unless another role gives it too. The history is kept."
      pending={end.isPending}
      error={error}
      onReset={() => setError(null)}
      onEnd={(reason) => {
        setError(null);
        end.mutate({ id, version, reason });
      }}
    />
  );
}
