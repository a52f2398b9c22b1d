/** The first six and last four signs, which people compare: "0x7712…2aec". */
export function shortenAddress(text: string, start = 6, end = 4): string {
  const signs = Array.from(text);
  if (signs.length <= start + end + 1) return text;
  return `${signs.slice(0, start).join("")}…${signs.slice(-end).join("")}`;
}
