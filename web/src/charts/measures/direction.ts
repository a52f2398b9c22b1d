/** Of these, more is worse. */
const worse = new Set([
  "defaulted_loans_amount_dollar",
  "late_loans_amount_dollar",
  "cumulative_defaulted_amount_dollar",
  "cumulative_written_off_amount_dollar",
  "cumulative_default_rate",
  "loss_given_default",
  "days_past_due",
]);

/** Whether a measure that grows is good news; a part of a whole goes the way of the part. */
export function isBetterLow(measure: string): boolean {
  return worse.has(measure);
}
