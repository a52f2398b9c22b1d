/** The metadata of a list changes with a deployment, not while somebody reads. */
export const seldomMs = 600_000;
