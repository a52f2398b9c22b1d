import type { OrganizationEntry, RoleSource, UserEntry } from "@/api/contract";
import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { DateText } from "@/components/ui/text/Figure";
import { FieldList } from "../FieldList";
import { OrganizationName, UserName } from "./AccountName";
import type { Found } from "./accounts";
import { EffectMark } from "./EffectMark";
import { RoleFact } from "./RoleFact";
import { sourceTexts } from "./sourceTexts";

type GrantFactsProps = {
  grant: {
    id: string;
    /** Absent for the role of an organization. */
    user_id?: string;
    organization_id: string | null;
    role_id: string;
    /** Absent for the role of a user. */
    source?: RoleSource;
    starts_at: string | null;
    expires_at: string | null;
    granted_by: string | null;
    created_at: string;
    updated_at: string;
    updated_by: string | null;
  };
  roleName: string;
  users: Found<UserEntry>;
  organizations: Found<OrganizationEntry>;
};

/** The facts of a grant: who holds which role where, who granted it and when. */
export function GrantFacts({ grant, roleName, users, organizations }: GrantFactsProps) {
  const { user_id, organization_id, granted_by, updated_by, created_at, updated_at } = grant;
  const author = (id: string | null) =>
    id === null ? "the installation" : <UserName id={id} users={users} />;
  return (
    <FieldList
      fields={[
        ...(user_id === undefined
          ? []
          : [["User", <UserName key="user" id={user_id} users={users} />] as const]),
        ["Role", <RoleFact key="role" id={grant.role_id} name={roleName} />],
        [
          "Organization",
          organization_id === null ? (
            "Everywhere"
          ) : (
            <OrganizationName key="place" id={organization_id} organizations={organizations} />
          ),
        ],
        ...(grant.source === undefined ? [] : [["Source", sourceTexts[grant.source]] as const]),
        ["State", <EffectMark key="state" terms={grant} />],
        [
          "Granted",
          <span key="granted">
            <DateText value={created_at} time />
            <span className="block text-sm text-text-2">by {author(granted_by)}</span>
          </span>,
        ],
        ...(updated_at === created_at
          ? []
          : [
              [
                "Last change",
                <span key="updated">
                  <DateText value={updated_at} time />
                  <span className="block text-sm text-text-2">by {author(updated_by)}</span>
                </span>,
              ] as const,
            ]),
        [
          "Id",
          <span key="id" className="flex min-w-0 items-center gap-1">
            <code className="min-w-0 font-mono text-sm">{grant.id}</code>
            <CopyButton text={grant.id} what="id of the role" size="small" />
          </span>,
        ],
      ]}
    />
  );
}
