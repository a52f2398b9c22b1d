/** The place of a token without a network, which is an entry in a book. */
export const offChain = "Off-Chain";
