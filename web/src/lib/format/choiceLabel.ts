/** Words that are more than a capital and small letters; the server uses the same in filters. */
const spelt: Record<string, string> = {
  bnpl: "BNPL",
  edtech: "EdTech",
  latin_america: "Latin America",
  middle_east: "Middle East",
  msme: "MSME",
  north_america: "North America",
  saas: "SaaS",
  sme: "SME",
};

/** A word of a closed set: "asset_backed_credit" is "Asset backed credit". */
export function choiceLabel(value: string): string {
  const known = spelt[value];
  if (known) return known;
  const words = value.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
