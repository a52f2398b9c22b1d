const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const time = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** "19 Nov 2026" */
export function formatDay(instant: string | number): string {
  return day.format(new Date(instant));
}

/** "19 Nov 2026, 09:36 UTC" */
export function formatInstant(instant: string | number): string {
  return `${formatDay(instant)}, ${time.format(new Date(instant))} UTC`;
}

/** "14 min ago"; older than a week, the day. */
export function formatAge(instant: string | number, now: number): string {
  const minutes = Math.floor((now - new Date(instant).getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days <= 7 ? `${days} d ago` : formatDay(instant);
}
