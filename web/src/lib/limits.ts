// Limits of the services that forms and texts state before a request reaches them.

/** An e-mail address or a mail domain (`mail/address.rs` of identity). */
export const longestAddress = 254;

/** The name of a team (`teams/limits.rs` of identity). */
export const longestTeamName = 80;

/** A note in the history of administrators (`audit/record.rs` of identity). */
export const longestNote = 500;

/** The rows of files, as they are stated (`wires/download/limits.rs` of the gateway, `datasets/writer.rs` of timeseries). */
export const fileRows = { text: "250,000", parquet: "1,000,000" };
