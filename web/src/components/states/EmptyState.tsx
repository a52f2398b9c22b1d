import type { ReactNode } from "react";

type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** The future content of this place. */
  shows?: readonly string[];
  /** Where it will come from. */
  source?: ReactNode;
};

/** Says which data is missing and why, and offers one action. */
export function EmptyState({ title, children, action, shows, source }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center">
      <h2 className="font-semibold text-md">{title}</h2>
      {children && <div className="mt-1 max-w-[52ch] text-text-2">{children}</div>}
      {(shows || source) && (
        <dl className="mt-6 grid w-full max-w-[600px] gap-x-5 gap-y-3 border-line border-t pt-5 text-start sm:grid-cols-[128px_minmax(0,1fr)]">
          {shows && (
            <>
              <dt className="text-text-3">This page will show</dt>
              <dd>
                <ul className="flex flex-col gap-1">
                  {shows.map((each) => (
                    <li key={each}>{each}</li>
                  ))}
                </ul>
              </dd>
            </>
          )}
          {source && (
            <>
              <dt className="text-text-3">Data source</dt>
              <dd className="text-text-2">{source}</dd>
            </>
          )}
        </dl>
      )}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
