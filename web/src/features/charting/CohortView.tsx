import type { ComponentType } from "react";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { TokenChoice } from "./controls/TokenChoice";
import type { useExploreState } from "./state/useExplore";

type CohortViewProps = Pick<ReturnType<typeof useExploreState>, "state" | "update"> & {
  Holders: ComponentType<{ token: string }>;
};

/** The holders of one token, which the address names as the first chosen series. */
export function CohortView({ state, update, Holders }: CohortViewProps) {
  const [chosen] = state.chosen;
  const token = chosen?.subject_kind === "token" ? chosen.subject_slug : null;
  return (
    <>
      <TokenChoice
        chosen={chosen}
        onChange={(next) => update({ view: "cohorts", chosen: [next], legend: "" })}
      />
      {token === null ? (
        <Card>
          <EmptyState title="No token selected">
            Select a token to see its holders by the month, quarter or year in which they first held
            it, depending on the length of its history.
          </EmptyState>
        </Card>
      ) : (
        <Holders key={token} token={token} />
      )}
    </>
  );
}
