/**
 * A finite number that is not negative with a fixed number of decimals, rounded half up by its shortest text: 1.005 to
 * two places is 1.01, although its binary fraction lies below. The browser's own formatter says the same, but to fetch its
 * tables takes a slow phone a tenth of a second.
 */
export function decimalText(size: number, least: number, most: number, separator = ","): string {
  const [mantissa = "0", exponent = "0"] = size.toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const kept = Number(exponent) + 1 + most;
  const head = kept > 0 ? digits.slice(0, kept).padEnd(kept, "0") : "0";
  const up = kept >= 0 && digits.charAt(kept) >= "5";
  const text = String(BigInt(head) + BigInt(up ? 1 : 0)).padStart(most + 1, "0");
  const point = text.length - most;
  let end = text.length;
  while (end > point + least && text.charAt(end - 1) === "0") end -= 1;
  const whole = text.slice(0, point).replace(/\B(?=(?:\d{3})+$)/g, separator);
  return end > point ? `${whole}.${text.slice(point, end)}` : whole;
}

/** The digits of any finite number in groups, with a hyphen as the sign. */
export function plainDecimal(value: number, most: number, separator = ","): string {
  const text = decimalText(Math.abs(value), 0, most, separator);
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}
