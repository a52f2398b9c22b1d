import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useUser } from "@/api/account/user";
import { useTRPC } from "@/api/client";
import { closeFreshSignIn, confirmFreshSignIn } from "@/app-state/freshSignIn";
import { Dialog } from "@/components/ui/overlays/Dialog";
import { SignInAgain } from "./SignInAgain";

/** Asks the user to sign in again, above the page with what they entered. */
export function StepUpDialog() {
  const load = useUser();
  const trpc = useTRPC();
  const client = useQueryClient();
  const ended = load.status === "logged-out";
  useEffect(() => {
    // Nobody is left to sign in again: the change fails for want of a session.
    if (ended) closeFreshSignIn();
  }, [ended]);
  if (load.status !== "logged-in") return null;
  const proceed = () => {
    // The new session may administer what the former could not, and the list of sessions has it.
    void client.invalidateQueries(trpc.users.getProfile.queryFilter());
    void client.invalidateQueries(trpc.sessions.list.queryFilter());
    confirmFreshSignIn();
  };
  return (
    <Dialog
      open
      title="Sign in again to continue"
      description="This change requires a sign-in within the last few minutes. A passkey or a sign-in link continues it; after signing in with a linked account, repeat it."
      onClose={closeFreshSignIn}
    >
      <SignInAgain
        email={load.user.email}
        callbackUrl={window.location.href}
        onSignedIn={proceed}
      />
    </Dialog>
  );
}
