import { closeFreshSignIn, useFreshSignInRequired } from "@/app-state/freshSignIn";
import { useWhileOpen } from "@/lib/loading/useOnDemand";

const load = async () => (await import("./StepUpDialog")).StepUpDialog;

/** The request to sign in again, fetched when a change is refused for the first time. */
export function StepUpHost() {
  const required = useFreshSignInRequired();
  const Dialog = useWhileOpen(required, closeFreshSignIn, load, "The sign-in");
  return required && Dialog && <Dialog />;
}
