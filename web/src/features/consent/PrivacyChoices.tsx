import { useConfig } from "@/api/installation/config";
import { setChoicesOpen } from "./prompt/choicesOpen";

/** The button that opens the privacy choices again, if the installation has third-party services. */
export function PrivacyChoices() {
  const { thirdParty } = useConfig();
  if (thirdParty.length === 0) return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => setChoicesOpen(true)}
      className="inline-flex min-h-6 items-center rounded-sm text-text-2 hover:text-text hover:underline pointer-coarse:min-h-11"
    >
      Privacy choices
    </button>
  );
}
