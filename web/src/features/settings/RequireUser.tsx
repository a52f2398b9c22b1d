import { useSession } from "next-auth/react";
import { type ReactNode, useCallback } from "react";
import { requireSignIn } from "@/api/account/session";
import { useUser } from "@/api/account/user";
import type { UserRecord } from "@/api/contract";
import { ErrorState } from "@/components/states/ErrorState";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";

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

type RequireUserProps = {
  children: (user: UserRecord) => ReactNode;
  /** The content that does not depend on the user: shown until the user is known. */
  frame?: ReactNode;
};

/**
 * Shows its content to a signed-in user; a visitor without a session is sent to sign in and comes back. The session
 * client reads a session that cannot be loaded as none, so visitors are sent away only after the profile is refused too.
 */
export function RequireUser({ children, frame }: RequireUserProps) {
  const load = useUser();
  const anonymous = load.status === "logged-out" && load.anonymous;
  const onUnauthenticated = useCallback(() => {
    if (anonymous) requireSignIn();
  }, [anonymous]);
  const { status } = useSession({ required: true, onUnauthenticated });
  const waiting = load.status === "loading" || (anonymous && status === "loading");
  if (waiting && !frame) return <Waiting />;
  if (waiting || load.status === "logged-in") {
    // One place for both, so that the frame becomes the content instead of giving way to it.
    return (
      <>
        {load.status === "logged-in" ? children(load.user) : frame}
        <p role="status" aria-busy={waiting} className="sr-only">
          {waiting ? "Loading your account" : ""}
        </p>
      </>
    );
  }
  return <ErrorState what="Your account" failure={load.failure} onRetry={load.retry} />;
}
