import type { AccessStatus } from "@/api/contract";
import { Pill, type PillTone } from "@/components/ui/marks/Pill";
import { useMinute } from "@/lib/dates/minute";

/** When a role, a policy or an assignment has effect, and whether it is switched on. */
export type EffectTerms = {
  starts_at: string | null;
  expires_at: string | null;
  status?: AccessStatus;
};

type Effect = "active" | "scheduled" | "expired" | "disabled";

const labels: Record<Effect, string> = {
  active: "Active",
  scheduled: "Scheduled",
  expired: "Expired",
  disabled: "Disabled",
};

const tones: Record<Exclude<Effect, "active">, PillTone> = {
  scheduled: "info",
  expired: "neutral",
  disabled: "warning",
};

function effectOf({ starts_at, expires_at, status }: EffectTerms, now: number): Effect {
  if (expires_at !== null && Date.parse(expires_at) <= now) return "expired";
  if (status === "disabled") return "disabled";
  return starts_at !== null && Date.parse(starts_at) > now ? "scheduled" : "active";
}

/** Whether something has effect now. The usual state is a word, the others stand out. */
export function EffectMark({ terms }: { terms: EffectTerms }) {
  const now = useMinute();
  if (now === null) return null;
  const effect = effectOf(terms, now);
  if (effect === "active") return labels.active;
  return <Pill tone={tones[effect]}>{labels[effect]}</Pill>;
}
