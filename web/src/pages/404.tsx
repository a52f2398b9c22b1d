import Link from "next/link";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/EmptyState";
import { Page } from "@/components/Page";

export default function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Card>
        <EmptyState
          title="There is nothing at this address"
          action={
            <Link href="/" className="rounded-sm text-accent hover:underline">
              Go to the market overview
            </Link>
          }
        >
          It may have moved, or the address has a slip in it.
        </EmptyState>
      </Card>
    </Page>
  );
}
