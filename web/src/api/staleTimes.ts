// How long an answer counts as current in the browser, in milliseconds, by how often its data changes.

/** Answers whose request states no other time. */
export const usualStaleMs = 30_000;

/** Numbers change with a load, a few times a day. */
export const seriesStaleMs = 60_000;

/** Records and metadata change with an import or a deployment, not during a visit. */
export const catalogStaleMs = 600_000;
