import {
  closeFreshSignIn,
  confirmFreshSignIn,
  useFreshSignInRequired,
} from "@/app-state/freshSignIn";
import { Modal } from "@/components/ui/overlays/Modal";

/** The request to sign in again, reduced to its two outcomes. */
export function SignInRequest() {
  if (!useFreshSignInRequired()) return null;
  return (
    <Modal labelledBy="sign-in-request" className="">
      <h2 id="sign-in-request">Sign in again</h2>
      <button type="button" onClick={confirmFreshSignIn}>
        Sign in again
      </button>
      <button type="button" onClick={closeFreshSignIn}>
        Decline to sign in again
      </button>
    </Modal>
  );
}
