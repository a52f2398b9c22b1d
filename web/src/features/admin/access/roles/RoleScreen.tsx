import type { AccessRole, RoleEntry } from "@/api/contract";
import { Card } from "@/components/Card";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { NoFigure } from "@/components/ui/text/Figure";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { FieldList } from "../../FieldList";
import { RecordLayout, TwoColumns } from "../../RecordLayout";
import { AssignedCard } from "../AssignedCard";
import { newAssignmentAddress, newOrganizationRoleAddress, newUserRoleAddress } from "../addresses";
import { DecisionsCard } from "../decisions/DecisionsCard";
import { ExplainCard } from "../explanations/ExplainCard";
import { HoldersCard } from "../HoldersCard";
import { RecordCard } from "../RecordCard";
import { RecordHistoryCard } from "../RecordHistoryCard";
import { RoleStatusButton } from "./RoleStatusButton";
import { RoleStatusMark } from "./RoleStatusMark";
import { type RoleSubject, rolesParent } from "./useSubjectRole";

export function RoleScreen({ subject }: { subject: RoleSubject }) {
  return (
    <RecordLayout one="Access role" parent={rolesParent} {...subject}>
      {(entry) => <RoleSheet key={entry.role.id} entry={entry} />}
    </RecordLayout>
  );
}

/** The ways to give the role to others. Organizations have the role of a plan by the plan alone. */
function GrantLinks({ role: { id } }: { role: AccessRole }) {
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink href={newUserRoleAddress({ role: id })}>Give to a user</ButtonLink>
      <ButtonLink href={newOrganizationRoleAddress({ role: id })}>
        Give to an organization
      </ButtonLink>
    </div>
  );
}

function RoleSheet({ entry }: { entry: RoleEntry }) {
  const { role } = entry;
  const isGrantable = role.status === "active" && role.kind !== "plan";
  return (
    <TwoColumns
      main={
        <>
          <Card title="Definition">
            <FieldList fields={definitionOf(role)} />
          </Card>
          <AssignedCard
            of="role"
            id={role.id}
            add={role.managed ? undefined : newAssignmentAddress({ role: role.id })}
          />
          <HoldersCard
            of={{ role_id: role.id }}
            footer={isGrantable && <GrantLinks role={role} />}
          />
          <DecisionsCard kind="role" id={role.id} />
          <ExplainCard subject={{ kind: "role", id: role.id }} />
        </>
      }
      aside={
        <>
          <RecordCard title="Role" record={role}>
            <RoleStatusButton entry={entry} />
          </RecordCard>
          <RecordHistoryCard id={role.id} />
        </>
      }
    />
  );
}

const kindTexts = {
  custom: "Given by administrators",
  plan: "Held by organizations with the plan",
  internal: "For the operation of the installation",
} as const;

function definitionOf(role: AccessRole) {
  return [
    ["Status", <RoleStatusMark key="status" role={role} />],
    [
      "Key",
      <code key="name" className="min-w-0 font-mono text-sm">
        {role.name}
      </code>,
    ],
    [
      "Kind",
      <span key="kind">
        {choiceLabel(role.kind)} <span className="text-text-2">· {kindTexts[role.kind]}</span>
      </span>,
    ],
    [
      "Description",
      role.description === "" ? (
        <NoFigure key="description" reason="No description" />
      ) : (
        <bdi key="description">{role.description}</bdi>
      ),
    ],
  ] as const;
}
