import { useMemo } from "react";
import type { Feature } from "../contract";
import { useConfigLoad } from "../installation/config";
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
