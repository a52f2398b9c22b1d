import type { CSSProperties, ReactNode } from "react";
import { Skeleton } from "../ui/feedback/Skeleton";

export const footClass =
  "mt-auto flex min-h-6 items-center gap-1.5 whitespace-nowrap border-line border-t pt-[7px] text-xs text-text-3";

type StripFrameProps = { label: string; tiles: ReadonlyArray<{ label: string; tile: ReactNode }> };

/** Up to six tiles in one card: in a row, three by two where it is narrow, two by three on a phone. */
export function StripFrame({ label, tiles }: StripFrameProps) {
  return (
    <section
      aria-label={label}
      className="@container min-w-0 overflow-hidden rounded-md border border-line bg-surface"
    >
      {/* Every tile draws its hairline at the start and the top; the outermost ones lie under the card's edge. */}
      <ul
        style={{ "--tiles": tiles.length } as CSSProperties}
        className="-ms-px -mt-px grid grid-cols-2 @min-[620px]:grid-cols-3 @min-[1020px]:grid-cols-[repeat(var(--tiles),minmax(0,1fr))]"
      >
        {tiles.map((each) => (
          <li key={each.label} className="min-w-0 border-line border-s border-t">
            {each.tile}
          </li>
        ))}
      </ul>
    </section>
  );
}

type TileFrameProps = { label: string; mark?: ReactNode; isBusy?: boolean; children: ReactNode };

/** The label of a figure over the figure. */
export function TileFrame({ label, mark, isBusy = false, children }: TileFrameProps) {
  return (
    <div
      aria-busy={isBusy || undefined}
      className="@container flex h-full min-w-0 flex-col px-3.5 pt-3 pb-2.5"
    >
      <p className="flex items-center gap-1.5 text-sm text-text-2">
        <bdi className="truncate" title={label}>
          {label}
        </bdi>
        {mark}
      </p>
      {children}
    </div>
  );
}

/** A tile in its final size, without a figure. */
export function LoadingTile({ label, mark }: Pick<TileFrameProps, "label" | "mark">) {
  return (
    <TileFrame label={label} mark={mark} isBusy>
      <div className="mt-1 flex h-7 items-center justify-between">
        <Skeleton className="h-5 w-[110px] max-w-[55%] rounded-[3px]" />
        <Skeleton className="h-4 w-14 max-w-[30%] rounded-[3px]" />
      </div>
      <div className="mt-0.5 mb-2 flex h-4 items-center">
        <Skeleton className="h-2.5 w-[60px] rounded-[3px]" />
      </div>
      <div className={footClass}>
        <Skeleton className="h-2.5 w-[120px] max-w-[80%] rounded-[3px]" />
      </div>
    </TileFrame>
  );
}

/** The places of figures until their script is there: a page that shows no more of them needs none of it. */
export function LoadingStrip({ label, labels }: { label: string; labels: ReadonlyArray<string> }) {
  const tiles = labels.map((each) => ({ label: each, tile: <LoadingTile label={each} /> }));
  return <StripFrame label={label} tiles={tiles} />;
}
