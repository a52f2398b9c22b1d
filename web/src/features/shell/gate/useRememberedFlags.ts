import { useEffect } from "react";
import type { Flags } from "@/api/account/flags";
import { features } from "@/api/contract";
import { changeSetting } from "@/lib/browser/display";

/** Lets the next page show from its first paint what is switched on now. */
export function useRememberedFlags(flags: Flags): void {
  const on = features.filter(flags.isOn).join(" ");
  useEffect(() => {
    if (flags.known) changeSetting("flags", on);
  }, [flags.known, on]);
}
