/** The metadata of a list changes with a deployment, not during a visit. */
export const seldomMs = 600_000;
