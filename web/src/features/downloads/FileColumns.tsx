import type { Dataset } from "@/api/contract";

/** Name, type and description of each column, folded until it is opened. */
export function FileColumns({ columns }: Pick<Dataset, "columns">) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-text-2 hover:text-text">
        {columns.length} columns
      </summary>
      <dl className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(120px,auto)_72px_minmax(0,1fr)]">
        {columns.map(({ name, type, meaning }) => (
          <div key={name} className="contents">
            <dt className="font-mono text-xs leading-5">{name}</dt>
            <dd className="text-text-3 max-sm:hidden">{type}</dd>
            <dd className="text-text-2 max-sm:mb-1">
              <span className="sm:hidden">{type}. </span>
              {meaning}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
