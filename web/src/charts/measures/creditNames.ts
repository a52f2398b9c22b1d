/** Names of measures and figures of loans, which pages show before the list of measures is loaded. */

export const outstandingPrincipal = "Outstanding principal";
export const totalOriginated = "Total originated";
/** Outstanding principal without that of loans in default. */
export const activeLoansValue = "Active loans value";
