/** The message of charts and key figures of records without numbers. */
export const noSeries = {
  title: "No data for this view yet",
  text: "Values appear after the first import.",
};
