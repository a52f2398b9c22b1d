/** Why a page of real things has no numbers of its own. */
export const noSeries = {
  title: "No data for this view yet",
  text: "Values appear after the first import.",
};
