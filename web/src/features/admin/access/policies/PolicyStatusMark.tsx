import type { Policy } from "@/api/contract";
import { Pill } from "@/components/ui/marks/Pill";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { EffectMark } from "../EffectMark";

/** Whether a policy has effect: drafts and archived policies have none, active ones within their dates. */
export function PolicyStatusMark({ policy }: { policy: Policy }) {
  const { status, starts_at, expires_at } = policy;
  if (status === "active") return <EffectMark terms={{ starts_at, expires_at }} />;
  return <Pill tone={status === "draft" ? "info" : "neutral"}>{choiceLabel(status)}</Pill>;
}

/** Permissions are usual; denials stand out. */
export function PolicyEffectMark({ policy: { effect } }: { policy: Policy }) {
  if (effect === "deny") return <Pill tone="negative">Deny</Pill>;
  return "Allow";
}
