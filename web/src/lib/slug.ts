const longest = 80;

/** The words of a slug as a heading, until the name is known: "harbour-fund" is "Harbour fund". */
export function slugWords(slug: string): string {
  const words = slug
    .replace(/[\p{C}\s_-]+/gu, " ")
    .trim()
    .slice(0, longest);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
