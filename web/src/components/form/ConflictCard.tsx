import { type ReactNode, useEffect, useRef } from "react";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import type { Difference } from "./conflict";
import { type FormValue, sameValue } from "./fields";
import type { Form } from "./useForm";

/** A value of a field in words; null for none. */
export type ValueText = (name: string, value: FormValue | undefined) => string | null;

const sides = [
  { value: "theirs", label: "Take theirs" },
  { value: "yours", label: "Keep yours" },
] as const;

function Value({ label, text }: { label: string; text: string | null }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-text-2">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{text === null ? "Empty" : <bdi>{text}</bdi>}</dd>
    </div>
  );
}

type DifferenceLineProps = { difference: Difference; form: Form; textOf: ValueText };

function DifferenceLine({ difference, form, textOf }: DifferenceLineProps) {
  const { name, label, before, theirs, yours, both } = difference;
  const taken = sameValue(form.values[name], theirs);
  return (
    <li className="grid gap-x-4 gap-y-2 border-line border-b py-2.5 last:border-b-0 md:grid-cols-[180px_minmax(0,1fr)_auto] md:items-center">
      <h3 className="font-medium">{label}</h3>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-3">
        <Value label="Before" text={textOf(name, before)} />
        <Value label="Theirs" text={textOf(name, theirs)} />
        {both && <Value label="Yours" text={textOf(name, yours)} />}
      </dl>
      {both ? (
        <SegmentedControl
          label={`${label}: which value to keep`}
          segments={sides}
          value={taken ? "theirs" : sameValue(form.values[name], yours) ? "yours" : null}
          onChange={(side) => form.set(name, (side === "theirs" ? theirs : yours) ?? "")}
        />
      ) : (
        <p className="text-sm text-text-2">Taken over</p>
      )}
    </li>
  );
}

type ConflictCardProps = {
  /** Null if the record was removed. */
  differences: ReadonlyArray<Difference> | null;
  /** The person who saved in between, and the time. */
  author: ReactNode;
  form: Form;
  textOf: ValueText;
};

/** Values that another administrator saved while the form was open, beside its own, which stay unless theirs are taken. */
export function ConflictCard({ differences, author, form, textOf }: ConflictCardProps) {
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another conflict moves the focus again.
  useEffect(() => card.current?.focus(), [differences]);
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-labelledby="conflict-title"
      className="scroll-mt-20 rounded-md border border-warn-mark bg-surface"
    >
      <header className="rounded-t-md border-line border-b bg-warn-soft px-(--card-pad) py-3">
        <h2 id="conflict-title" className="font-semibold text-md">
          {differences === null
            ? "This record was removed meanwhile"
            : "This record was changed meanwhile"}
        </h2>
        <p className="text-sm">
          {differences === null ? "Removed by " : "Saved by "}
          {author}.{" "}
          {differences === null
            ? "Your version is still in the form. Saving creates the record again."
            : "Your changes are not saved yet. Check the values below and save again."}
        </p>
      </header>
      {differences !== null && (
        <ul className="px-(--card-pad)">
          {differences.map((difference) => (
            <DifferenceLine
              key={difference.name}
              difference={difference}
              form={form}
              textOf={textOf}
            />
          ))}
          {differences.length === 0 && (
            <li className="py-2.5 text-text-2">Their changes are the same as yours.</li>
          )}
        </ul>
      )}
    </section>
  );
}
