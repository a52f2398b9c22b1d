import { type MembershipRole, membershipRoleLabels, type Organization } from "@/api/contract";
import type { Option } from "@/components/ui/selects/options";

export const roleOptions: ReadonlyArray<Option<MembershipRole>> = [
  { value: "member", content: { label: membershipRoleLabels.member } },
  { value: "owner", content: { label: membershipRoleLabels.owner } },
];

export function organizationName({ scope, name }: Organization): string {
  return scope === "personal" ? "Personal" : name;
}
