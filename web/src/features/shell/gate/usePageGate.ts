import { useRouter } from "next/router";
import { useFlags } from "@/api/account/flags";
import { type UserLoad, useUser } from "@/api/account/user";
import type { Feature } from "@/api/contract";
import { gateOf } from "@/components/shell/nav";
import { useSetting } from "@/lib/browser/display";

export type PageGateState =
  /** No feature gates the page. */
  | { status: "free" }
  /** It is not known yet who uses the page; `expected` when the feature was on at the last visit of this browser. */
  | { status: "pending"; flag: Feature; expected: boolean }
  | { status: "open"; flag: Feature }
  | { status: "off"; flag: Feature; signedIn: boolean }
  /** The feature is on, but the account is not an administrator's. */
  | { status: "administrators-only" }
  /** The account is an administrator's, but this session lacks the passkey that the installation requires. */
  | { status: "passkey-required" }
  | { status: "failed"; load: Extract<UserLoad, { status: "logged-out" }> };

/** Whether the current page may be shown, by the feature that the navigation names for its address. */
export function usePageGate(): PageGateState {
  const { pathname } = useRouter();
  const load = useUser();
  const { known, isOn } = useFlags();
  const remembered = useSetting("flags", "");
  const flag = gateOf(pathname);
  if (flag === null) return { status: "free" };
  if (load.status === "logged-out" && !load.anonymous) return { status: "failed", load };
  if (!known) return { status: "pending", flag, expected: remembered.split(" ").includes(flag) };
  const signedIn = load.status === "logged-in";
  if (flag === "enable-admin-tools" && signedIn && load.user.passkeyRequired) {
    return { status: "passkey-required" };
  }
  if (!isOn(flag)) return { status: "off", flag, signedIn };
  const administrator = signedIn && load.user.role === "ADMIN";
  if (flag === "enable-admin-tools" && !administrator) return { status: "administrators-only" };
  return { status: "open", flag };
}
