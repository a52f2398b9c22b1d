/** The one error class of the session server that its client names; the browser throws none of them. */
export class UnknownError extends Error {}
