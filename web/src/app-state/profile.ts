import { useMutation } from "@tanstack/react-query";
import { useUserCache } from "@/api/account/user";
import { useTRPC } from "@/api/client";
import type { Profile } from "@/api/contract";
import { type ProductEvent, useTrack } from "./analytics";

const fieldEvents = {
  occupation: "update_occupation",
  acquisitionChannel: "update_acquisition_channel",
  assetClassInterests: "update_asset_class_interest",
  shouldReceiveMarketing: "update_marketing_preference",
} as const satisfies Record<keyof Profile, string>;

const fields = Object.keys(fieldEvents) as Array<keyof Profile>;

/** The fields in which two profiles differ. */
function changedFields(before: Profile, after: Profile): Array<keyof Profile> {
  return fields.filter((field) => String(before[field]) !== String(after[field]));
}

/**
 * Saves the profile, one save after the other, and reports each field whose change was saved or failed.
 * Where every question was answered, an answer that equals the default is reported as well.
 */
export function useSaveProfile(answered: "changed" | "all" = "changed") {
  const trpc = useTRPC();
  const track = useTrack();
  const cache = useUserCache();
  const report = (sent: Profile, outcome: "success" | "error") => {
    const known = cache.read();
    if (!known) return;
    const reported = answered === "all" ? fields : changedFields(known.profile, sent);
    for (const field of reported) {
      track(`${fieldEvents[field]}_${outcome}` satisfies ProductEvent);
    }
  };
  return useMutation(
    trpc.userSettings.updateProfile.mutationOptions({
      scope: { id: "profile" },
      onSuccess: (answer, sent) => {
        report(sent.profile, "success");
        cache.change({ profile: answer.profile });
      },
      onError: (_error, sent) => report(sent.profile, "error"),
    }),
  );
}
