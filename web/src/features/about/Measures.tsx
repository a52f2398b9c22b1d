import type { MeasureDefinition, MeasureFamily } from "./measureDefinitions";
import { anchor, Section } from "./Section";

function Measure({ measure }: { measure: MeasureDefinition }) {
  const { slug, name, text, unit, formula, version, total } = measure;
  return (
    <div id={`measure-${slug}`} className={`${anchor} py-3 target:bg-surface-2`}>
      <dt className="flex flex-wrap items-baseline justify-between gap-x-4">
        <a href={`#measure-${slug}`} className="rounded-sm font-semibold hover:underline">
          {name}
        </a>
        <code className="break-all font-mono text-sm text-text-3">{slug}</code>
      </dt>
      <dd>{text}</dd>
      {formula && (
        <dd className="mt-1.5 border-line-strong border-s-2 ps-3 text-text-2">
          {formula}
          <span className="block text-sm text-text-3">Method version {version}</span>
        </dd>
      )}
      <dd className="mt-1 text-sm text-text-3">
        {unit}
        {total && `, ${total}`}
      </dd>
    </div>
  );
}

/** Every measure with its definition, and how it is calculated if it is not reported. */
export function Measures({ families }: { families: ReadonlyArray<MeasureFamily> }) {
  return (
    <Section id="measures" title="Measures">
      <p>
        The definition of every measure. A measure with a formula is calculated from other measures
        on request, by the stated version of its method; all others are reported by sources.
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {families.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`} className="rounded-sm text-accent underline">
              {name}
            </a>
          </li>
        ))}
      </ul>
      {families.map(({ id, name, measures }) => (
        <div key={id} id={id} className={anchor}>
          <h3 className="mt-2 border-line border-b pb-1 font-semibold text-text-2">{name}</h3>
          <dl className="divide-y divide-line">
            {measures.map((measure) => (
              <Measure key={measure.slug} measure={measure} />
            ))}
          </dl>
        </div>
      ))}
    </Section>
  );
}
