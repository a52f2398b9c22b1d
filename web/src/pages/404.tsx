import { Card } from "@/components/Card";
import { Page } from "@/components/page/Page";
import { EmptyState } from "@/components/states/EmptyState";
import { Link } from "@/components/ui/Link";
import { Suggestions } from "@/features/notFound/Suggestions";
import { Contacts } from "@/features/shell/Contacts";

export default function NotFoundPage() {
  return (
    <Page title="Page not found" hidden>
      <Card>
        <EmptyState
          title="This page does not exist"
          action={
            <p className="flex flex-wrap items-center justify-center gap-x-4">
              <Link href="/" className="target rounded-sm text-accent underline">
                Go to the market overview
              </Link>
              <Contacts />
            </p>
          }
        >
          <p>It may have moved, or the address may contain a typing error.</p>
          <Suggestions />
        </EmptyState>
      </Card>
    </Page>
  );
}
