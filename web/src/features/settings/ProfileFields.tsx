import { useState } from "react";
import {
  acquisitionChannels,
  assetClassInterests,
  occupations,
  type Profile,
} from "@/api/contract";
import { useSaveProfile } from "@/app-state/profile";
import { Switch } from "@/components/ui/inputs/Switch";
import { MultiSelect } from "@/components/ui/selects/MultiSelect";
import { toOptions } from "@/components/ui/selects/options";
import { Select } from "@/components/ui/selects/Select";
import { showToast } from "@/lib/toasts";

const occupationOptions = toOptions(occupations);
const channelOptions = toOptions(acquisitionChannels);
const interestOptions = toOptions(assetClassInterests);

const unknown: Profile = {
  occupation: "",
  acquisitionChannel: "",
  assetClassInterests: [],
  shouldReceiveMarketing: false,
};

/**
 * The fields of the profile, without values until they are known. A change shows at once and is taken back when it
 * cannot be saved.
 */
export function ProfileFields({ saved }: { saved: Profile | null }) {
  const save = useSaveProfile();
  const waits = saved === null ? { disabled: true, placeholder: "" } : {};
  const [pending, setPending] = useState<Partial<Profile>>({});
  const profile = { ...(saved ?? unknown), ...pending };

  const change = async (part: Partial<Profile>) => {
    setPending((before) => ({ ...before, ...part }));
    try {
      await save.mutateAsync({ profile: { ...profile, ...part } });
      showToast({ id: "profile", variant: "success", message: "Successfully updated profile." });
    } catch {
      const message = "Error updating profile - please try again later";
      showToast({ id: "profile", variant: "danger", message });
    }
    setPending((before) => {
      const kept = Object.entries(before).filter(
        ([field, value]) => part[field as keyof Profile] !== value,
      );
      return Object.fromEntries(kept);
    });
  };

  return (
    <div className="flex max-w-[480px] flex-col gap-5 px-(--card-pad) py-4">
      <Select
        {...waits}
        label="Occupation"
        required
        options={occupationOptions}
        value={profile.occupation}
        onChange={(occupation) => void change({ occupation })}
      />
      <Select
        {...waits}
        label="How'd you hear about us?"
        required
        options={channelOptions}
        value={profile.acquisitionChannel}
        onChange={(acquisitionChannel) => void change({ acquisitionChannel })}
      />
      <MultiSelect
        {...waits}
        label="What asset classes are you interested in?"
        required
        options={interestOptions}
        values={profile.assetClassInterests}
        onChange={(assetClassInterests) => void change({ assetClassInterests })}
      />
      <Switch
        id="marketing"
        label="Send me product news"
        disabled={saved === null}
        checked={profile.shouldReceiveMarketing}
        onChange={(shouldReceiveMarketing) => void change({ shouldReceiveMarketing })}
      />
    </div>
  );
}
