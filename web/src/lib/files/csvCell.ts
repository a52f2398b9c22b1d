/** A text that a spreadsheet would run as a formula, even behind invisible characters; `services/libs/kit/src/spreadsheet_formulas.rs` has the same rule. */
const formula = /^[^\x21-\x7e\p{Alphabetic}\p{N}＝＋－＠]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** One cell: quoted where necessary; an apostrophe makes a formula text. */
export function csvCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
