import type { KeyOverlap } from "@/api/contract";

/** The name of the variable in which programs keep a key. */
export const variable = "ASSAY_API_KEY";

/** How long a replaced key still works, as a choice, and what that means. */
export const overlapTexts: Record<KeyOverlap, { label: string; meaning: string }> = {
  none: {
    label: "No time",
    meaning: "The present key ends now: programs are refused until they have the new one.",
  },
  hour: { label: "1 hour", meaning: "Both keys work for one hour. Then the present key ends." },
  day: { label: "24 hours", meaning: "Both keys work for 24 hours. Then the present key ends." },
  week: { label: "7 days", meaning: "Both keys work for 7 days. Then the present key ends." },
};
