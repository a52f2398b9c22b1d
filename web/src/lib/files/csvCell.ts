/** Quoted where it has to be; a name that a spreadsheet would run as a formula is made text. */
export function csvCell(text: string): string {
  const harmless = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
