import { useRouter } from "next/router";
import { useUser } from "@/api/account/user";
import { LoadingCard } from "@/components/states/LoadingCard";
import { showToast } from "@/lib/toasts";
import { roleAddress } from "../addresses";
import { RoleForm } from "./RoleForm";
import { rolesParent } from "./useSubjectRole";

export const newRoleHead = {
  title: "New access role",
  description: "A new role for users and organizations.",
  parent: rolesParent,
};

export function NewRoleScreen() {
  const load = useUser();
  const router = useRouter();
  if (load.status !== "logged-in") return <LoadingCard title="Role" what="the form" />;
  return (
    <div className="max-w-[960px]">
      <RoleForm
        stored={null}
        draftName={`${load.user.id}/access/roles/new`}
        onSaved={({ id, display_name }) => {
          showToast({ id: "access", variant: "success", message: `${display_name} was created.` });
          void router.replace(roleAddress(id));
        }}
      />
    </div>
  );
}
