type KpiOutlineProps = { labels: readonly string[] };

/** The key figures of a page without their values: a dash is honest, a zero would not be. */
export function KpiOutline({ labels }: KpiOutlineProps) {
  return (
    <section
      aria-label="Key figures"
      className="@container rounded-md border border-line bg-surface"
    >
      <dl className="-me-px -mb-px grid grid-cols-2 overflow-hidden rounded-md @3xl:grid-cols-3 @6xl:grid-cols-6">
        {labels.map((label) => (
          <div
            key={label}
            className="flex min-w-0 flex-col border-line border-e border-b px-(--card-pad) py-3"
          >
            <dt className="truncate text-sm text-text-2" title={label}>
              {label}
            </dt>
            <dd className="mt-1 text-text-3 text-xl" title="No data yet">
              <span aria-hidden="true">—</span>
              <span className="sr-only">no value</span>
            </dd>
            <dd className="mt-1 text-text-3 text-xs">No data yet</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
