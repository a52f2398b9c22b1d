import { isUnset, useUser } from "@/api/account/user";
import { useWhileOpen } from "@/lib/loading/useOnDemand";

const loadWelcome = async () => (await import("./WelcomeModal")).WelcomeModal;

const stay = () => {};

/** Loads the welcome for those alone who have not answered it. */
export function WelcomeHost() {
  const load = useUser();
  const unanswered =
    load.status === "logged-in" && load.user.id !== "" && isUnset(load.user.profile);
  const Modal = useWhileOpen(unanswered, stay, loadWelcome, "The welcome");
  return unanswered && Modal && <Modal />;
}
