import type { NumberKey } from "@/app-state/numberExplanation";
import { measureOf } from "@/charts/measures/measures";
import { Correct, callOf } from "../sections/Correct";
import { InputButton } from "../sections/InputButton";
import { MarkedName } from "../sections/MarkedName";
import { Result, SampleNote, Section } from "../sections/Worksheet";

type SeveralSheetProps = Omit<Extract<NumberKey, { kind: "several" }>, "kind">;

function nameOf({ name, number }: SeveralSheetProps["items"][number]): string {
  if (name !== undefined) return name;
  if (number.kind !== "series" && number.kind !== "aggregate") return number.name;
  const slug = number.kind === "series" ? number.key.measure : number.of.measure;
  return measureOf(slug)?.name ?? slug;
}

/** The calls that answer what a number is made of. */
function callsOf(items: SeveralSheetProps["items"]): string {
  const calls = items.flatMap(({ number }) => {
    if (number.kind === "series")
      return callOf("timeseries.explain", { key: number.key, date: number.date });
    if (number.kind === "aggregate")
      return callOf("timeseries.explain", { aggregate: number.of, date: number.date });
    return [];
  });
  return calls.join("\n");
}

/** Numbers that belong together, each of which can be explained, and what they make. */
export function SeveralSheet({ name, items, method, figure }: SeveralSheetProps) {
  const calls = callsOf(items);
  const hasSample = items.some(({ sample }) => sample);
  const list = (
    <Section title={name} note="choose the number to explain">
      <ul className="flex flex-col">
        {items.map((item) => (
          <InputButton
            key={nameOf(item)}
            label={nameOf(item)}
            figure={item.figure}
            number={item.number}
            sample={item.sample}
          />
        ))}
      </ul>
      {method && (
        <p className="mt-3 border-text border-s-2 bg-surface-2 px-3 py-2 text-sm">{method}</p>
      )}
      {figure && (
        <Result label={<MarkedName sample={hasSample}>{name}</MarkedName>}>{figure}</Result>
      )}
      {hasSample && <SampleNote />}
    </Section>
  );
  if (!figure) return list;
  return (
    <>
      {list}
      <Section title="Source">
        <p className="text-sm">
          Calculated on this page from the numbers above. Each of them states its sources, recording
          time, freshness and whether it is sample data.
        </p>
      </Section>
      <Section title="Correct it">
        <Correct
          about={name}
          facts={[`Shown: ${figure}`, ...items.map((item) => `${nameOf(item)}: ${item.figure}`)]}
          call={calls}
        />
      </Section>
    </>
  );
}
