import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTRPC } from "@/api/client";
import { recordingAddress } from "./recording";

type Outcome = "success" | "error";

export type ProductEvent =
  | `profile_submit_${Outcome}`
  | `update_occupation_${Outcome}`
  | `update_acquisition_channel_${Outcome}`
  | `update_asset_class_interest_${Outcome}`
  | `update_marketing_preference_${Outcome}`;

/** Reports what happened in the interface; a failed report has no effect on the page. */
export function useTrack(): (name: ProductEvent) => void {
  const trpc = useTRPC();
  const { mutate } = useMutation(trpc.analytics.track.mutationOptions());
  return useCallback(
    (name) => {
      const properties = { pathname: window.location.pathname };
      mutate({ name, logRocketSessionUrl: recordingAddress(), properties });
    },
    [mutate],
  );
}
