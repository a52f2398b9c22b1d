/** Of these, more is worse. */
const worse = new Set(["defaulted_loans_amount_dollar", "late_loans_amount_dollar"]);

/** Whether a measure that grows is good news; a part of a whole goes the way of the part. */
export function isBetterLow(measure: string): boolean {
  return worse.has(measure);
}
