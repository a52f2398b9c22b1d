import type { ReactNode } from "react";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { Link } from "@/components/ui/links/Link";
import { Suggestions } from "@/records/suggestions/Suggestions";

/** The screen of addresses without a page. */
export function NotFoundScreen({ contacts }: { contacts: ReactNode }) {
  return (
    <Card>
      <EmptyState
        title="This page does not exist"
        action={
          <p className="flex flex-wrap items-center justify-center gap-x-4">
            <Link href="/" className="target rounded-sm text-accent underline">
              Go to the market overview
            </Link>
            {contacts}
          </p>
        }
      >
        <p>It may have moved, or the address may contain a typing error.</p>
        <Suggestions />
      </EmptyState>
    </Card>
  );
}
