import dynamic from "next/dynamic";
import { isUnset, useUser } from "@/api/user";

const WelcomeModal = dynamic(async () => (await import("./WelcomeModal")).WelcomeModal, {
  ssr: false,
});

/** Fetches the welcome for those alone who have not answered it. */
export function WelcomeHost() {
  const load = useUser();
  const unanswered =
    load.status === "logged-in" && load.user.id !== "" && isUnset(load.user.profile);
  return unanswered && <WelcomeModal />;
}
