import dynamic from "next/dynamic";
import { useConfig } from "@/api/config";

const Consent = dynamic(async () => (await import("./Consent")).Consent, { ssr: false });

/** Fetches what asks for consent where the installation switched scripts of others on. */
export function ConsentHost() {
  const { thirdParty } = useConfig();
  return thirdParty.length > 0 && <Consent scripts={thirdParty} />;
}
