/** The text in place of a fact, or the name of a group, that no source discloses. */
export const notDisclosed = "Not disclosed";
