// Limits of the services that forms and texts state before a request reaches them.

/** An e-mail address or a mail domain (`mail/address.rs` of identity). */
export const longestAddress = 254;

/** The name of a team (`teams/limits.rs` of identity). */
export const longestTeamName = 80;

/** A note in the history of administrators (`audit/record.rs` of identity). */
export const longestNote = 500;

/** The rows of a CSV or NDJSON file of a data set, as they are stated (`datasets/writer.rs` of timeseries). */
export const textFileRows = "250,000";
