import { explain } from "@/app-state/numberExplanation";
import { formatDay } from "@/lib/format";
import { exactText } from "../measures/units";
import type { ShownChart } from "./shownChart";

/** Explains what a chart shows on a day: all together where they make a sum, else each of its lines. */
export function explainShown({ data, unitOf, numberOf }: ShownChart, day: string): void {
  const total = numberOf(null, day);
  const place = data.days.indexOf(day);
  const items = data.series.flatMap(({ id, name, values, sample }) => {
    const number = numberOf(id, day);
    return number ? [{ name, figure: exactText(values[place], unitOf(id)), number, sample }] : [];
  });
  const [only] = items;
  if (total) explain(total);
  else if (items.length === 1 && only) explain(only.number);
  else if (items.length > 1) explain({ kind: "several", name: formatDay(day), items });
}
