// This machine's clock may be minutes off.
let ahead = 0;

/** Notes the server's time, as an answer tells it. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? "");
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/** The time by the server's clock, in milliseconds. */
export function serverNow(): number {
  return Date.now() + ahead;
}
