import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { isUnset, useUser, useUserCache } from "@/api/account/user";
import { useTRPC } from "@/api/client";
import {
  type AcquisitionChannel,
  type AssetClassInterest,
  acquisitionChannels,
  assetClassInterests,
  type Occupation,
  occupations,
} from "@/api/contract";
import { useTrack } from "@/app-state/analytics";
import { useSaveProfile } from "@/app-state/profile";
import { Button } from "@/components/ui/buttons/Button";
import { Switch } from "@/components/ui/inputs/Switch";
import { Dialog } from "@/components/ui/overlays/Dialog";
import { MultiSelect } from "@/components/ui/selects/MultiSelect";
import { toOptions } from "@/components/ui/selects/options";
import { Select } from "@/components/ui/selects/Select";
import { brand } from "@/lib/brand";
import { showToast } from "@/lib/toasts";

const occupationOptions = toOptions(occupations);
const channelOptions = toOptions(acquisitionChannels);
const interestOptions = toOptions(assetClassInterests);

/** Names a team that is offered by the domain of the address. Nobody is made a member of it. */
function OfferedTeam() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.teams.offers.queryOptions());
  const offer = data?.joins[0];
  if (!offer) return null;
  return (
    <p className="[overflow-wrap:anywhere]">
      The team <bdi>{offer.organization_name}</bdi> is offered to addresses at {offer.domain}. You
      can join it later in Settings, under Team.
    </p>
  );
}

function WelcomeForm({ userId }: { userId: string }) {
  const track = useTrack();
  const { fallBack } = useUserCache();
  const save = useSaveProfile("all");
  const [occupation, setOccupation] = useState<Occupation>("");
  const [channel, setChannel] = useState<AcquisitionChannel>("");
  const [interests, setInterests] = useState<AssetClassInterest[]>([]);
  const [marketing, setMarketing] = useState(true);
  const incomplete = occupation === "" || channel === "" || interests.length === 0;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (incomplete || save.isPending) return;
    const profile = {
      occupation,
      acquisitionChannel: channel,
      assetClassInterests: interests,
      shouldReceiveMarketing: marketing,
    };
    try {
      await save.mutateAsync({ profile });
      track("profile_submit_success");
      showToast({ id: "profile", variant: "success", message: "Successfully updated profile." });
    } catch {
      track("profile_submit_error");
      fallBack(userId);
      const message = "Error updating profile - please try again later";
      showToast({ id: "profile", variant: "danger", message });
    }
  };

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <Select
        label="Occupation"
        required
        options={occupationOptions}
        value={occupation}
        onChange={setOccupation}
      />
      <Select
        label="How'd you hear about us?"
        required
        options={channelOptions}
        value={channel}
        onChange={setChannel}
      />
      <MultiSelect
        label="What asset classes are you interested in?"
        required
        options={interestOptions}
        values={interests}
        onChange={setInterests}
      />
      <Switch
        id="welcome-marketing"
        label="Send me product news"
        hint="You can change this in Settings at any time."
        checked={marketing}
        onChange={setMarketing}
      />
      <OfferedTeam />
      <Button type="submit" look="primary" size="large" disabled={incomplete || save.isPending}>
        Let's get started
      </Button>
    </form>
  );
}

/** The questions a user answers once; nothing but an attempt to answer them closes it. */
export function WelcomeModal() {
  const load = useUser();
  if (load.status !== "logged-in" || load.user.id === "" || !isUnset(load.user.profile))
    return null;
  return (
    <Dialog
      open
      title={`Welcome to ${brand}`}
      description="Your answers to three questions put the pages you need first. You can change them in Settings."
    >
      <WelcomeForm userId={load.user.id} />
    </Dialog>
  );
}
