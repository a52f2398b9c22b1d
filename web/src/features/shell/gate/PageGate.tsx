import type { ReactNode } from "react";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { FeatureNotice } from "@/components/states/FeatureNotice";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { usePageGate } from "./usePageGate";

function AdministratorsOnly() {
  return (
    <Card>
      <EmptyState title="For administrators only">
        This page requires the administrator role, which your account does not have.
      </EmptyState>
    </Card>
  );
}

function PasskeyRequired() {
  return (
    <Card>
      <EmptyState
        title="Administration requires a passkey"
        action={<ButtonLink href="/settings/sessions">Passkeys and sessions</ButtonLink>}
      >
        Add a passkey if you have none, then sign out and sign in with it.
      </EmptyState>
    </Card>
  );
}

/** Shows a page to visitors with its feature, and a notice to everybody else. The server gates the data. */
export function PageGate({ children }: { children: ReactNode }) {
  const gate = usePageGate();
  switch (gate.status) {
    case "free":
      return children;
    case "failed":
      return (
        <ErrorState what="Your account" failure={gate.load.failure} onRetry={gate.load.retry} />
      );
    case "off":
      return <FeatureNotice flag={gate.flag} signedIn={gate.signedIn} />;
    case "passkey-required":
      return <PasskeyRequired />;
    case "administrators-only":
      return <AdministratorsOnly />;
    default:
      // Keeps the room of the page, invisible unless its feature was on at the last visit of this browser; one element
      // for both states, so that a page that turns out to be open is not rendered anew.
      return (
        <div
          data-flag={gate.status === "pending" ? gate.flag : undefined}
          className="flex flex-col gap-4"
        >
          {children}
        </div>
      );
  }
}
