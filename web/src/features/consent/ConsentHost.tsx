import { useConfig } from "@/api/installation/config";
import { useWhileOpen } from "@/lib/loading/useOnDemand";

const load = async () => (await import("./Consent")).Consent;

const stay = () => {};

/** Loads the question for consent where the installation switched third-party scripts on. */
export function ConsentHost() {
  const { thirdParty } = useConfig();
  const hasScripts = thirdParty.length > 0;
  const Consent = useWhileOpen(hasScripts, stay, load, "The privacy choices");
  return hasScripts && Consent && <Consent scripts={thirdParty} />;
}
