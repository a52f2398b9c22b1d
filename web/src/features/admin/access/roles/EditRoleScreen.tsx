import { useRouter } from "next/router";
import { useUser } from "@/api/account/user";
import type { AccessRole } from "@/api/contract";
import { LoadingCard } from "@/components/states/LoadingCard";
import { showToast } from "@/lib/toasts";
import { RecordLayout } from "../../RecordLayout";
import { roleAddress } from "../addresses";
import { NotEditable } from "../NotEditable";
import { RoleForm } from "./RoleForm";
import { type RoleSubject, rolesParent } from "./useSubjectRole";

/** The editor of one role; those of the policy set cannot be edited. */
export function EditRoleScreen({ subject }: { subject: RoleSubject }) {
  return (
    <RecordLayout one="Access role" parent={rolesParent} {...subject}>
      {({ role }) => <Editor key={role.id} role={role} />}
    </RecordLayout>
  );
}

function Editor({ role }: { role: AccessRole }) {
  const load = useUser();
  const router = useRouter();
  const { id, managed } = role;
  if (managed) {
    return (
      <NotEditable
        title="Managed by the policy set"
        text="This role belongs to the policy set of the installation and cannot be edited."
        href={roleAddress(id)}
        action="Show the role"
      />
    );
  }
  if (load.status !== "logged-in") return <LoadingCard title="Role" what="the form" />;
  return (
    <div className="max-w-[960px]">
      <RoleForm
        stored={role}
        draftName={`${load.user.id}/access/roles/${id}`}
        onSaved={({ display_name }) => {
          showToast({ id: "access", variant: "success", message: `${display_name} was saved.` });
          void router.push(roleAddress(id));
        }}
      />
    </div>
  );
}
