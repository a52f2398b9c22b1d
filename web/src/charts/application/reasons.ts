/** Why a page of real things has no numbers of its own. */
export const noSeries = {
  title: "No values known here",
  text: "These values have no source that may be shipped: they come from files that an operator imports. A value is withheld rather than made up.",
};
