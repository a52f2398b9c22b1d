import { useEffect, useMemo } from "react";
import { changeSetting } from "@/lib/browser/display";
import { useConfigLoad } from "./config";
import type { Feature } from "./contract";
import { useUser } from "./user";

export type Flags = {
  /** False until it is settled who asks; until then the page shows what this browser saw last. */
  known: boolean;
  isOn: (feature: Feature) => boolean;
};

/** The features of the user of the page: by their record, or by the settings for visitors. */
export function useFlags(): Flags {
  const load = useUser();
  const { config, settled } = useConfigLoad();
  return useMemo(() => {
    if (load.status === "logged-in") {
      const { features } = load.user;
      return { known: true, isOn: (feature) => features[feature] === true };
    }
    return {
      known: load.status === "logged-out" && settled,
      isOn: (feature) => config.defaultFeatures.includes(feature),
    };
  }, [load, config, settled]);
}

/** Lets the next page show from its first paint what is switched on now. */
export function useRememberedFlags(flags: Flags, all: readonly Feature[]): void {
  const on = all.filter(flags.isOn).join(" ");
  useEffect(() => {
    if (flags.known) changeSetting("flags", on);
  }, [flags.known, on]);
}
