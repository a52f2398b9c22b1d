// This machine's clock may be minutes off.
let ahead = 0;

/** Stores the server's time from a response. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? "");
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/** The time by the server's clock, in milliseconds. */
export function serverNow(): number {
  return Date.now() + ahead;
}
