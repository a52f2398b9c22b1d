import { useState } from "react";
import type { ApiKey } from "@/api/contract";
import { ExplainCard } from "../explanations/ExplainCard";
import type { ExplainedCaller } from "../explanations/explainFields";
import { HeldKeysCard } from "./HeldKeysCard";

type HeldKeysSectionProps = {
  /** The user or the organization of the page. */
  holder: ExplainedCaller & { kind: "user" | "organization" };
};

/** The API keys of a user or an organization, and the explanation of decisions on their calls. */
export function HeldKeysSection({ holder }: HeldKeysSectionProps) {
  const [explained, setExplained] = useState<{ key: ApiKey; number: number } | null>(null);
  const { kind, id } = holder;
  return (
    <>
      <HeldKeysCard
        holder={kind === "user" ? { user_id: id } : { organization_id: id }}
        onExplain={(key) => setExplained({ key, number: (explained?.number ?? 0) + 1 })}
      />
      <ExplainCard
        // Another key begins another explanation, also while one is shown.
        key={explained?.number ?? 0}
        subject={null}
        first={{ caller: explained ? { kind: "key", id: explained.key.id } : holder }}
        isOpen={explained !== null}
      />
    </>
  );
}
