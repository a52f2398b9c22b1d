import { closeFreshSignIn } from "@/api/account/freshSignIn";
import { useUser } from "@/api/account/user";
import { Dialog } from "@/components/ui/overlays/Dialog";
import { SignInAgain } from "./SignInAgain";

/** Asks the user to sign in again, above the page with what they entered. */
export function StepUpDialog() {
  const load = useUser();
  if (load.status !== "logged-in") return null;
  return (
    <Dialog
      open
      title="Sign in again to continue"
      description="This change needs a recent sign-in. Sign in again, then repeat the change."
      onClose={closeFreshSignIn}
    >
      <SignInAgain email={load.user.email} callbackUrl={window.location.href} />
    </Dialog>
  );
}
