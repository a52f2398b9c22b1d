import { useRouter } from "next/router";
import type { ReactNode } from "react";
import { useFlags } from "@/api/flags";
import { useUser } from "@/api/user";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/EmptyState";
import { ErrorState } from "@/components/ErrorState";
import { FeatureNotice } from "@/components/FeatureNotice";
import { gateOf } from "@/components/shell/nav";

function AdministratorsOnly() {
  return (
    <Card>
      <EmptyState title="For administrators only">
        This page requires the administrator role, which your account does not have.
      </EmptyState>
    </Card>
  );
}

/** Shows a page to those for whom its feature is on, and a notice to everybody else. The server gates the data. */
export function PageGate({ children }: { children: ReactNode }) {
  const { pathname } = useRouter();
  const load = useUser();
  const { known, isOn } = useFlags();
  const flag = gateOf(pathname);
  if (flag === null) return children;
  if (load.status === "logged-out" && !load.anonymous) {
    return <ErrorState what="Your account" failure={load.failure} onRetry={load.retry} />;
  }
  const administrator = load.status === "logged-in" && load.user.role === "ADMIN";
  const isOff = known && !isOn(flag);
  const isForeign = known && flag === "enable-admin-tools" && !administrator;
  if (isOff || isForeign) {
    return isOff ? (
      <FeatureNotice flag={flag} signedIn={load.status === "logged-in"} />
    ) : (
      <AdministratorsOnly />
    );
  }
  // Keeps the room of the page, unseen unless this browser saw its feature on; what is drawn by then is not drawn anew.
  return (
    <div data-flag={known ? undefined : flag} className="flex flex-col gap-4">
      {children}
    </div>
  );
}
