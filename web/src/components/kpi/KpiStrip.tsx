import { StripFrame } from "./KpiFrame";
import { KpiTile, type KpiTileProps } from "./KpiTile";

type KpiStripProps = { label: string; tiles: ReadonlyArray<KpiTileProps> };

/** Up to six figures in one card. */
export function KpiStrip({ label, tiles }: KpiStripProps) {
  return (
    <StripFrame
      label={label}
      tiles={tiles.map((tile) => ({ label: tile.label, tile: <KpiTile {...tile} /> }))}
    />
  );
}
