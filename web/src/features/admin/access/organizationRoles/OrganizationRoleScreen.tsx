import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useState } from "react";
import { useUser } from "@/api/account/user";
import { useTRPC, useTRPCClient } from "@/api/client";
import type { OrganizationRole, OrganizationRoleEntry } from "@/api/contract";
import { Card } from "@/components/Card";
import { FieldsCard } from "@/components/form/FieldsCard";
import { LoadingCard } from "@/components/states/LoadingCard";
import { showToast } from "@/lib/toasts";
import { organizationAddress } from "../../addresses";
import { RecordLayout, TwoColumns } from "../../RecordLayout";
import { AccessForm } from "../AccessForm";
import { useOrganizationsOf, useUsersOf } from "../accounts";
import { EndRoleButton } from "../EndRoleButton";
import { GrantFacts } from "../GrantFacts";
import { checkWindow, grantFields, grantText, grantValues, textOf, windowIn } from "../grantFields";
import { NotEditable } from "../NotEditable";
import { RecordHistoryCard } from "../RecordHistoryCard";
import { useAccessForm } from "../useAccessForm";
import { useAccessOutcome } from "../useAccessRefresh";
import {
  organizationRolesParent,
  type useSubjectOrganizationRole,
} from "./useSubjectOrganizationRole";

type Subject = ReturnType<typeof useSubjectOrganizationRole>;

/** The terms of one role of an organization, its history and its end. */
export function OrganizationRoleScreen({ subject }: { subject: Subject }) {
  return (
    <RecordLayout one="Organization role" parent={organizationRolesParent} {...subject}>
      {(entry) => (
        <OrganizationRoleSheet
          key={entry.organization_role.id}
          entry={entry}
          onEnded={subject.onEnded}
        />
      )}
    </RecordLayout>
  );
}

type SheetProps = { entry: OrganizationRoleEntry; onEnded: () => void };

function OrganizationRoleSheet({ entry, onEnded }: SheetProps) {
  const { organization_role: grant } = entry;
  const load = useUser();
  const users = useUsersOf([grant.granted_by, grant.updated_by]);
  const organizations = useOrganizationsOf([grant.organization_id]);
  if (load.status !== "logged-in") return <LoadingCard title="Terms" what="the form" />;
  const isManual = grant.source === "manual";
  return (
    <TwoColumns
      main={
        isManual ? (
          <TermsForm
            entry={entry}
            draftName={`${load.user.id}/access/organization-roles/${grant.id}`}
          />
        ) : (
          <NotEditable
            title="Managed by the plan"
            text="The organization holds this role by its plan. It changes and ends with the plan and cannot be edited here."
            href={organizationAddress(grant.organization_id)}
            action="Change the plan"
          />
        )
      }
      aside={
        <>
          <Card title="Organization role">
            <GrantFacts
              grant={grant}
              roleName={entry.role_name}
              users={users}
              organizations={organizations}
            />
            {isManual && (
              <div className="border-line border-t px-(--card-pad) py-3">
                <EndOrganizationRole entry={entry} onEnded={onEnded} />
              </div>
            )}
          </Card>
          <RecordHistoryCard id={grant.id} />
        </>
      }
    />
  );
}

type TermsFormProps = { entry: OrganizationRoleEntry; draftName: string };

function TermsForm({ entry, draftName }: TermsFormProps) {
  const client = useTRPCClient();
  const router = useRouter();
  const { id, organization_id } = entry.organization_role;
  const edited = useAccessForm<OrganizationRole>({
    fields: grantFields,
    record: entry.organization_role,
    valuesOf: grantValues,
    draftName,
    check: checkWindow,
    save: async (values, version) => {
      const { organization_role } = await client.accessOrganizationRoles.update.mutate({
        id,
        version: version ?? 0,
        ...windowIn(values),
        reason: textOf(values.reason),
      });
      return organization_role;
    },
    load: async () => (await client.accessOrganizationRoles.get.query({ id })).organization_role,
    onSaved: () => {
      const message = `The terms of ${entry.role_name} were changed.`;
      showToast({ id: "access", variant: "success", message });
      void router.push(organizationAddress(organization_id));
    },
  });
  return (
    <AccessForm
      edited={edited}
      label="Edit organization role"
      what="the terms of this role"
      action="Save changes"
      textOf={grantText}
    >
      <FieldsCard title="Terms" form={edited.form} fields={grantFields} />
    </AccessForm>
  );
}

function EndOrganizationRole({ entry, onEnded }: SheetProps) {
  const { id, version, organization_id } = entry.organization_role;
  const trpc = useTRPC();
  const router = useRouter();
  const outcome = useAccessOutcome();
  const [error, setError] = useState<string | null>(null);
  const end = useMutation(
    trpc.accessOrganizationRoles.end.mutationOptions(
      outcome(`The role ${entry.role_name} has ended.`, {
        done: () => {
          onEnded();
          void router.push(organizationAddress(organization_id));
        },
        failed: setError,
      }),
    ),
  );
  return (
    <EndRoleButton
      description="All members lose the access of this role within seconds, unless another role gives it too. The history is kept."
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
