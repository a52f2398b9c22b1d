import type { PermittedRole } from "@/api/contract";
import { Link } from "@/components/ui/links/Link";
import { Pill } from "@/components/ui/marks/Pill";
import { roleAddress } from "../addresses";
import { holdersText } from "./explanationTexts";
import type { Subject } from "./PolicyLinks";

type PermittedRolesProps = { roles: ReadonlyArray<PermittedRole>; subject: Subject | null };

/** The roles that allow a call, in full or in part, with the number of those who hold them. */
export function PermittedRoles({ roles, subject }: PermittedRolesProps) {
  if (roles.length === 0) return null;
  return (
    <ul aria-label="Roles that allow this" className="border-line border-t">
      {roles.map((role) => (
        <li
          key={role.role_id}
          className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-line border-b px-(--card-pad) py-2 last:border-b-0"
        >
          <span className="flex min-w-0 flex-1 basis-[220px] flex-wrap items-center gap-2">
            <Link
              href={roleAddress(role.role_id)}
              className="rounded-sm font-medium text-accent [overflow-wrap:anywhere] hover:underline"
            >
              <bdi>{role.role_name}</bdi>
            </Link>
            {subject?.id === role.role_id && <Pill tone="info">This role</Pill>}
          </span>
          <span className="text-sm text-text-2">
            {role.visibility === "all" ? "In full" : "In part"} · {holdersText(role)}
          </span>
        </li>
      ))}
    </ul>
  );
}
