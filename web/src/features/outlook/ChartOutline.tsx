import type { Outlook } from "./outlook";

const intervals = ["0", "1", "2", "3"];

/** The room of the main chart with its grid, so that nothing moves when the series arrive. */
export function ChartOutline({ title, unit }: NonNullable<Outlook["chart"]>) {
  return (
    <section className="min-w-0 rounded-md border border-line bg-surface">
      <header className="px-(--card-pad) pt-3">
        <h2 className="font-semibold text-md">{title}</h2>
        <p className="text-sm text-text-2">{unit}</p>
      </header>
      <div className="relative mx-(--card-pad) mt-3 mb-4 h-[168px] md:h-[330px]">
        <div aria-hidden="true" className="absolute inset-0 flex flex-col justify-between">
          {intervals.map((each) => (
            <span key={each} className="border-line border-t" />
          ))}
          <span className="border-control-line border-t" />
        </div>
        <p className="absolute inset-0 grid place-items-center text-text-2">
          <span className="bg-surface px-3 py-1">No series yet</span>
        </p>
      </div>
    </section>
  );
}
