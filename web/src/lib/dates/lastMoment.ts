import { addDays, countDays, type Day, lastDay } from "./day";

/** The last millisecond of a day in UTC, with which something ends that lasts through the day. */
export function lastMomentOf(day: Day): string {
  return `${day}T23:59:59.999Z`;
}

/** The day in UTC of an instant of the contract. */
export function dayOf(instant: string): Day {
  return instant.slice(0, 10);
}

/** "in 12 days"; null once the day is over. */
export function timeLeft(instant: string, now: number): string | null {
  const days = countDays(addDays(lastDay(now), 1), dayOf(instant)) - 1;
  if (days < 0) return null;
  if (days === 0) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
}
