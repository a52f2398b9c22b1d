import { keyExpiryNoticeDays, unusedKeyDays } from "@/api/accessWords";
import type { ApiKey } from "@/api/contract";
import type { PillTone } from "@/components/ui/marks/Pill";
import { dayMs } from "@/lib/dates/day";
import { formatInstant } from "@/lib/format";
import { revocationTexts } from "./keyTexts";

export type KeyState = {
  label: string;
  tone: PillTone;
  /** Why, and what to do; null for a key that needs nothing. */
  note: string | null;
  /** Whether programs can use it. */
  works: boolean;
  /** Whether it has ended for good. */
  isOver: boolean;
};

function disabled({ is_disabled_by_administrator }: ApiKey): KeyState {
  const note = is_disabled_by_administrator
    ? "An administrator disabled it. Programs that use it are refused until an administrator enables it."
    : `It was not used for ${unusedKeyDays} days. Programs that use it are refused.`;
  return { label: "Disabled", tone: "warning", note, works: false, isOver: false };
}

function revoked({ revocation_reason }: ApiKey): KeyState {
  const reason = revocation_reason && revocationTexts[revocation_reason];
  const note = reason ? `Revoked: ${reason}.` : null;
  const tone = revocation_reason === "leaked" ? "negative" : "neutral";
  return { label: "Revoked", tone, note, works: false, isOver: true };
}

/** The state of a key at a moment, in milliseconds. */
export function keyState(key: ApiKey, now: number): KeyState {
  const { status, expires_at, successor_id } = key;
  if (status === "revoked") return revoked(key);
  const left = Date.parse(expires_at) - now;
  if (left <= 0) {
    return { label: "Expired", tone: "neutral", note: null, works: false, isOver: true };
  }
  if (status === "disabled") return disabled(key);
  if (successor_id) {
    const note = `Replaced by another key. It works until ${formatInstant(expires_at)}.`;
    return { label: "Replaced", tone: "info", note, works: true, isOver: false };
  }
  // From then on its owner has a mail about the end.
  if (left <= keyExpiryNoticeDays * dayMs) {
    const note = "Rotate it, so that its programs are not refused when it ends.";
    return { label: "Expires soon", tone: "warning", note, works: true, isOver: false };
  }
  return { label: "Active", tone: "positive", note: null, works: true, isOver: false };
}

/** Whether a key counts towards the limit of its owner: those that another one replaces do not. */
export function isCounted(key: ApiKey, now: number): boolean {
  return keyState(key, now).works && !key.successor_id;
}
