import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/api/client";
import { type Feature, featureLabels, features, type UserDetail } from "@/api/contract";
import { Card } from "@/components/Card";

import { Button } from "@/components/ui/buttons/Button";
import { Checkbox } from "@/components/ui/inputs/Checkbox";

import { featureHints } from "../adminLabels";
import { useAdminOutcome } from "../useAdminOutcome";

type FeaturesCardProps = { id: string; administrator: boolean; own: UserDetail["own_features"] };

/** The parts of the interface that are switched on; chosen first and stored together, as one change. */
export function FeaturesCard({ id, administrator, own }: FeaturesCardProps) {
  const trpc = useTRPC();
  const outcome = useAdminOutcome();
  const [draft, setDraft] = useState<ReadonlyArray<Feature> | null>(null);
  const chosen = draft ?? own;
  const changed = features.filter((feature) => chosen.includes(feature) !== own.includes(feature));
  const store = useMutation(
    trpc.adminUsers.setFeatures.mutationOptions(
      outcome("Features saved.", { done: () => setDraft(null) }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (store.isPending || changed.length === 0) return;
    store.mutate({ id, features: features.filter((feature) => chosen.includes(feature)) });
  };
  return (
    <Card
      title="Features"
      lead={
        administrator
          ? "Administrators have all features. This selection applies if the role is removed."
          : "Parts of the interface. They do not restrict access to data."
      }
    >
      <form onSubmit={submit}>
        <fieldset className="grid gap-x-6 gap-y-2.5 px-(--card-pad) py-3.5 sm:grid-cols-2">
          <legend className="sr-only">Enabled features</legend>
          {features.map((feature) => (
            <Checkbox
              key={feature}
              label={featureLabels[feature]}
              hint={featureHints[feature]}
              checked={chosen.includes(feature)}
              onChange={(on) => {
                const others = chosen.filter((known) => known !== feature);
                setDraft(on ? [...others, feature] : others);
              }}
            />
          ))}
        </fieldset>
        <footer className="flex flex-wrap items-center gap-2 border-line border-t px-(--card-pad) py-3">
          <Button
            look="primary"
            size="small"
            type="submit"
            disabled={changed.length === 0}
            loading={store.isPending}
          >
            Save features
          </Button>
          {changed.length > 0 && (
            <Button size="small" onClick={() => setDraft(null)}>
              Undo
            </Button>
          )}
          <span role="status" className="text-sm text-text-2">
            {changed.length > 0 && `${changed.length} not saved yet`}
          </span>
        </footer>
      </form>
    </Card>
  );
}
