import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { catalogAddress } from "../addresses";

export function UnknownKind() {
  return (
    <Card>
      <EmptyState
        title="Unknown kind of record"
        action={<ButtonLink href={catalogAddress}>Catalog admin</ButtonLink>}
      >
        The catalog keeps no records of this kind, or they cannot be edited. The link may be
        incomplete.
      </EmptyState>
    </Card>
  );
}
