import type { MembershipRole, Organization } from "@/api/contract";
import type { Option } from "@/components/ui/selects/options";

export const roleNames: Record<MembershipRole, string> = { owner: "Owner", member: "Member" };

export const roleOptions: ReadonlyArray<Option<MembershipRole>> = [
  { value: "member", content: { label: roleNames.member } },
  { value: "owner", content: { label: roleNames.owner } },
];

export function organizationName({ scope, name }: Organization): string {
  return scope === "personal" ? "Personal" : name;
}
