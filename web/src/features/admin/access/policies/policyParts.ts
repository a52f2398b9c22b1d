import type { Fields, Limits, TimeBounds } from "@/api/contract";

/** The parts of a policy that restricts nothing. */
export const allFields: Fields = { mode: "all", names: [] };

export const noDays: TimeBounds = {};

export const noLimits: Limits = { export_formats: [] };
