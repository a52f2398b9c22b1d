import { useSession } from "next-auth/react";
import { type ReactNode, useCallback } from "react";
import type { UserRecord } from "@/api/contract";
import { requireSignIn } from "@/api/session";
import { useUser } from "@/api/user";
import { ErrorState } from "@/components/ErrorState";
import { Loading, Skeleton } from "@/components/ui/Skeleton";

function Waiting() {
  return (
    <Loading label="Loading your account">
      <div className="flex flex-col gap-4 rounded-md border border-line bg-surface p-(--card-pad)">
        <Skeleton className="rounded-sm h-5 w-40" />
        <Skeleton className="rounded-sm h-9 w-full max-w-[440px]" />
        <Skeleton className="rounded-sm h-9 w-full max-w-[440px]" />
        <Skeleton className="rounded-sm h-9 w-full max-w-[440px]" />
      </div>
    </Loading>
  );
}

/**
 * Shows its content to a signed-in user; a visitor without a session is sent to sign in and comes back. The session
 * client reads a session that cannot be asked for as none, so nobody is sent away before the profile is refused too.
 */
export function RequireUser({ children }: { children: (user: UserRecord) => ReactNode }) {
  const load = useUser();
  const anonymous = load.status === "logged-out" && load.anonymous;
  const onUnauthenticated = useCallback(() => {
    if (anonymous) requireSignIn();
  }, [anonymous]);
  const { status } = useSession({ required: true, onUnauthenticated });
  if (load.status === "logged-in") return children(load.user);
  if (load.status === "loading" || (anonymous && status === "loading")) return <Waiting />;
  return <ErrorState what="Your account" failure={load.failure} onRetry={load.retry} />;
}
