/** What is said of a table where one answer does not tell all apart; nothing where it does. */
export function beyond(count: number | undefined, most: number, of: string, rest: string): string {
  const left = (count ?? 0) - most;
  return left > 0 ? ` Of the ${most} ${of}; ${left} ${rest}.` : "";
}
