import { createSource } from "@/lib/createStore";

const halfMinute = 30_000;

const clock = createSource((notify) => {
  const timer = setInterval(notify, halfMinute);
  return () => clearInterval(timer);
});

/** The current time to the half minute, in milliseconds; null where a page is exported. */
export function useMinute(): number | null {
  return clock.useRead(() => Math.floor(Date.now() / halfMinute) * halfMinute, null);
}
