import type { UserRecord } from "@/api/contract";
import { plans } from "@/api/planNames";
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

function Facts({ user }: { user: UserRecord }) {
  const facts: Array<[string, string]> = [
    ["E-mail", user.email],
    ["Name", user.name ?? "Not given"],
    ["Organization", user.organization.scope === "personal" ? "Personal" : user.organization.name],
    ["Plan", plans[user.organization.plan.type].name],
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
