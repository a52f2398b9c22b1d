/** The measures of which a higher value is worse. */
const worse = new Set([
  "defaulted_loans_amount_dollar",
  "late_loans_amount_dollar",
  "cumulative_defaulted_amount_dollar",
  "cumulative_written_off_amount_dollar",
  "defaulted_share_of_outstanding",
  "defaulted_share_of_issued",
  "cumulative_default_rate",
  "loss_given_default",
  "days_past_due",
  "cash_drag",
]);

/** Whether a measure is worse the higher it is. */
export function isBetterLow(measure: string): boolean {
  return worse.has(measure) || measure.startsWith("past_due_");
}
