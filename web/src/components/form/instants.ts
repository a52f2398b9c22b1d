/** An instant of the contract as a field of date and time shows it, in UTC. */
export function instantValue(instant: string | null | undefined): string {
  return instant?.replace(/(\.\d+)?(Z|\+00:00)$/, "") ?? "";
}

/** The instant of a field of date and time. A browser leaves out seconds that are none. */
export function instantOf(value: string): string {
  return `${value.padEnd("2026-01-01T00:00:00".length, ":00")}Z`;
}
