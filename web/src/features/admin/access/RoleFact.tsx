import { Link } from "@/components/ui/links/Link";
import { Pill } from "@/components/ui/marks/Pill";
import { roleAddress } from "./addresses";
import { useChosenRole } from "./useChosenRole";

type RoleFactProps = { id: string; name: string };

/** A role by its name, which leads to its page, and that it has no effect while it is disabled. */
export function RoleFact({ id, name }: RoleFactProps) {
  const role = useChosenRole(id).data?.role;
  return (
    <span className="min-w-0">
      <Link href={roleAddress(id)} className="rounded-sm text-accent hover:underline">
        <bdi>{role?.display_name ?? name}</bdi>
      </Link>
      {role?.status === "disabled" && (
        <span className="ms-2">
          <Pill tone="warning">Disabled</Pill>
        </span>
      )}
      <span className="block font-mono text-sm text-text-2">{name}</span>
    </span>
  );
}
