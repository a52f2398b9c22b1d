import type { PlanType, UserRecord } from "@/api/contract";
import { useTheme } from "@/api/theme";
import { Card } from "@/components/Card";
import { Switch } from "@/components/ui/Switch";
import { showToast } from "@/lib/toasts";
import { ProfileFields } from "./ProfileFields";

function Appearance({ user }: { user: UserRecord }) {
  const { setTheme } = useTheme({ status: "logged-in", user });
  const change = (darkMode: boolean) => {
    setTheme(darkMode ? "dark" : "light", {
      onSuccess: () =>
        showToast({
          id: "preferences",
          variant: "success",
          message: "Successfully updated preferences.",
        }),
      onError: () =>
        showToast({
          id: "preferences",
          variant: "danger",
          message: "Error updating preferences - please try again later",
        }),
    });
  };
  return (
    <Card title="Appearance">
      <div className="px-(--card-pad) py-4">
        <Switch
          id="dark-mode"
          label="Dark mode"
          hint="Stored with your account, for every browser you sign in with."
          checked={user.preferences.darkMode}
          onChange={change}
        />
      </div>
    </Card>
  );
}

const planNames: Record<PlanType, string> = {
  FREE: "Free",
  TRIAL_ALL_ACCESS: "Trial: all access",
  TRIAL_PRIVATE_CREDIT: "Trial: private credit",
  TRIAL_US_TREASURIES: "Trial: U.S. treasuries",
  TRIAL_STABLECOINS: "Trial: stablecoins",
  PREMIUM_ALL_ACCESS: "Premium: all access",
  PREMIUM_PRIVATE_CREDIT: "Premium: private credit",
  PREMIUM_US_TREASURIES: "Premium: U.S. treasuries",
  PREMIUM_STABLECOINS: "Premium: stablecoins",
};

function Facts({ user }: { user: UserRecord }) {
  const facts: Array<[string, string]> = [
    ["E-mail", user.email],
    ["Name", user.name ?? "Not given"],
    ["Organization", user.organization.scope === "personal" ? "Personal" : user.organization.name],
    ["Plan", planNames[user.organization.plan.type]],
  ];
  return (
    <Card title="Account">
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] sm:grid-cols-[128px_minmax(0,1fr)] gap-y-2 px-(--card-pad) py-4">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-2">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

export function ProfileScreen({ user }: { user: UserRecord }) {
  return (
    <>
      <Card title="About you" lead="Every change is saved at once.">
        <ProfileFields saved={user.profile} />
      </Card>
      <Appearance user={user} />
      <Facts user={user} />
    </>
  );
}
