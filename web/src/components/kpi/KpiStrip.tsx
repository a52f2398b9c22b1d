import type { CSSProperties } from "react";
import { KpiTile, type KpiTileProps } from "./KpiTile";

type KpiStripProps = { label: string; tiles: ReadonlyArray<KpiTileProps> };

/** Up to six figures in one card: in a row, three by two where it is narrow, two by three on a phone. */
export function KpiStrip({ label, tiles }: KpiStripProps) {
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
        {tiles.map((tile) => (
          <li key={tile.label} className="min-w-0 border-line border-s border-t">
            <KpiTile {...tile} />
          </li>
        ))}
      </ul>
    </section>
  );
}
