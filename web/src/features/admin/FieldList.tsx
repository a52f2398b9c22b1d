import type { ReactNode } from "react";

/** Names and values of a record, in two columns. */
export function FieldList({ fields }: { fields: ReadonlyArray<readonly [string, ReactNode]> }) {
  return (
    <dl className="px-(--card-pad) py-1">
      {fields.map(([name, value]) => (
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
