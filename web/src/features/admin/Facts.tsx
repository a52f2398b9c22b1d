import type { ReactNode } from "react";

/** The facts of the subject of a page, in two columns. */
export function Facts({ facts }: { facts: ReadonlyArray<readonly [string, ReactNode]> }) {
  return (
    <dl className="px-(--card-pad) py-1">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="flex min-h-9 items-center gap-3 border-line border-b py-1 last:border-b-0"
        >
          <dt className="w-28 flex-none text-text-2">{name}</dt>
          <dd className="flex min-w-0 flex-1 items-center gap-2 [overflow-wrap:anywhere]">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
