import { planTypeLabels, type UserRecord } from "@/api/contract";
import { useTheme } from "@/app-state/theme";
import { Card } from "@/components/Card";

import { Skeleton } from "@/components/ui/feedback/Skeleton";
import { Switch } from "@/components/ui/inputs/Switch";

import { showToast } from "@/lib/toasts";
import { ProfileFields } from "./ProfileFields";
import { YourDataCard } from "./YourDataCard";

const facts = ["E-mail", "Name", "Organization", "Plan"] as const;
type Fact = (typeof facts)[number];

type UserProps = { user: UserRecord | null };

function Appearance({ user }: UserProps) {
  const { theme, setTheme } = useTheme(
    user ? { status: "logged-in", user } : { status: "loading" },
  );
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
          hint="Saved with your account and applied in every browser."
          checked={user ? user.preferences.darkMode : theme === "dark"}
          disabled={!user}
          onChange={change}
        />
      </div>
    </Card>
  );
}

function factsOf({ email, name, organization }: UserRecord): Record<Fact, string> {
  return {
    "E-mail": email,
    Name: name ?? "Not provided",
    Organization: organization.scope === "personal" ? "Personal" : organization.name,
    Plan: planTypeLabels[organization.plan.type],
  };
}

function Facts({ user }: UserProps) {
  const known = user && factsOf(user);
  return (
    <Card title="Account">
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] sm:grid-cols-[128px_minmax(0,1fr)] gap-y-2 px-(--card-pad) py-4">
        {facts.map((name) => (
          <div key={name} className="contents">
            <dt className="text-text-2">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">
              {known ? <bdi>{known[name]}</bdi> : <Skeleton className="my-1 h-3 w-40 rounded-sm" />}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The account and what its user can change of it; until it is known, all of it but the values. */
export function ProfileScreen({ user }: UserProps) {
  return (
    <>
      <Card title="About you" lead="Changes are saved automatically.">
        <ProfileFields saved={user?.profile ?? null} />
      </Card>
      <Appearance user={user} />
      <Facts user={user} />
      <YourDataCard user={user} />
    </>
  );
}
