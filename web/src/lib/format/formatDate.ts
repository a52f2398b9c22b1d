import { dash } from "./formatNumber";

type Instant = string | number | null | undefined;

/** Written out, because browsers disagree about "Sep" and "Sept". */
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

function read(instant: Instant): Date | null {
  if (instant === null || instant === undefined || instant === "") return null;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? null : date;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

function monthName(month: number): string {
  return months[month]?.slice(0, 3) ?? dash;
}

/** "November 2026" */
export function formatMonth(instant: Instant): string {
  const date = read(instant);
  return date ? `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}` : dash;
}

/** "19 Nov 2026", the day in UTC. */
export function formatDay(instant: Instant): string {
  const date = read(instant);
  if (!date) return dash;
  return `${date.getUTCDate()} ${monthName(date.getUTCMonth())} ${date.getUTCFullYear()}`;
}

/** "09:36 UTC" */
export function formatTime(instant: Instant): string {
  const date = read(instant);
  return date ? `${two(date.getUTCHours())}:${two(date.getUTCMinutes())} UTC` : dash;
}

/** "19 Nov 2026, 09:36 UTC" */
export function formatInstant(instant: Instant): string {
  return read(instant) ? `${formatDay(instant)}, ${formatTime(instant)}` : dash;
}

/** "14 min ago"; older than a week, the day. */
export function formatAge(instant: Instant, now: number): string {
  const date = read(instant);
  if (!date) return dash;
  const minutes = Math.floor((now - date.getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days <= 7 ? `${days} d ago` : formatDay(instant);
}

/** "9 to 19 Nov 2026", naming month and year once where they are shared. */
export function formatDays(from: Instant, to: Instant): string {
  const first = read(from);
  const last = read(to);
  if (!first || !last) return dash;
  const end = formatDay(to);
  if (formatDay(from) === end) return end;
  if (first.getUTCFullYear() !== last.getUTCFullYear()) return `${formatDay(from)} to ${end}`;
  const month =
    first.getUTCMonth() === last.getUTCMonth() ? "" : ` ${monthName(first.getUTCMonth())}`;
  return `${first.getUTCDate()}${month} to ${end}`;
}
