const longest = 80;

/** The words of a slug as a heading, until the name is known: "harbour-fund" is "Harbour fund". */
export function slugLabel(slug: string): string {
  const words = slug
    .replace(/[\p{C}\s_-]+/gu, " ")
    .trim()
    .slice(0, longest);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A slug of a name, in the letters that the catalog takes: "Société Générale S.A." is "societe-generale-s-a". */
export function slugOf(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? []).join("-").slice(0, 120).replace(/-$/, "");
}
