import { useSession } from "next-auth/react";
import type { ReactNode } from "react";
import type { UserRecord } from "@/api/contract";
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

/** Shows its content to a signed-in user; a visitor without a session is sent to sign in and comes back. */
export function RequireUser({ children }: { children: (user: UserRecord) => ReactNode }) {
  const { status } = useSession({ required: true });
  const load = useUser();
  if (status === "loading" || load.status === "loading") return <Waiting />;
  if (load.status === "logged-out") {
    return <ErrorState what="Your account" failure={load.failure} onRetry={load.retry} />;
  }
  return children(load.user);
}
