import type { ReactNode } from "react";
import { Card } from "../Card";
import { Button } from "../ui/buttons/Button";
import { ButtonLink } from "../ui/buttons/ButtonLink";
import { EmptyState } from "./EmptyState";

type FaultCardProps = {
  page?: string;
  /** Where to write to. */
  contact?: ReactNode;
};

/** Stands in the place of a page that stopped working. */
export function FaultCard({ page, contact }: FaultCardProps) {
  return (
    <Card>
      <EmptyState
        title="Unexpected error on this page"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button look="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
            {page !== "/" && <ButtonLink href="/">Go to the market overview</ButtonLink>}
          </div>
        }
      >
        <p>Reloading usually helps. The other pages are not affected.</p>
        {contact && (
          <p className="mt-1 flex flex-wrap justify-center gap-x-4 empty:hidden">{contact}</p>
        )}
      </EmptyState>
    </Card>
  );
}
