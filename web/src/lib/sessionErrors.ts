/** All that the session client needs of the errors of its server, which a browser never makes. */
export class UnknownError extends Error {}
