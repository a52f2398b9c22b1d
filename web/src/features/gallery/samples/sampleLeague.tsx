import type { Column } from "@/components/table/columns";
import { NetworkBadge } from "@/components/ui/marks/NetworkBadge";
import { Change, Count, Money } from "@/components/ui/text/Figure";
import { ShareBar } from "@/lists/table/ShareBar";
import { sampleRandom } from "./sampleFunds";

export type SampleEntry = {
  id: string;
  name: string;
  colour: string | null;
  assets: number;
  valueUsd: number;
  change7d: number | null;
  share: number;
  shareChange: number | null;
  holders: number;
};

const names = "Orchard Quarry Harbour Foundry Meadow Estuary Granite Lantern Mill Beacon".split(
  " ",
);
const colours = ["#4a78c2", "#7c5cdf", "#25a768", "#e84142", null, "#d9a400", "#000000"];

/** A made-up ranking of a kind. */
export function sampleRanking(kind: string, seed: number): SampleEntry[] {
  const random = sampleRandom(seed);
  const weights = names.map((_, index) => 1 / (1 + index * 1.6));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return names.map((name, index) => {
    const share = (weights[index] ?? 0) / whole;
    return {
      id: `${kind}-${index + 1}`,
      name: `${name} (sample)`,
      colour: colours[index % colours.length] ?? null,
      assets: 214 - index * 19,
      valueUsd: share * 29_140_000_000,
      change7d: index === 9 ? null : Math.round((random() - 0.3) * 80) / 1000,
      share,
      shareChange: index === 4 ? 0 : Math.round((random() - 0.5) * 18) / 1000,
      holders: Math.round(611_240 * share),
    };
  });
}

/** The share that a bar is full at. */
const largest = sampleRanking("networks", 3)[0]?.share ?? 1;

export const leagueColumns: ReadonlyArray<Column<SampleEntry>> = [
  {
    id: "name",
    header: "Network",
    kind: "text",
    cell: (row) => <NetworkBadge name={row.name} colour={row.colour} />,
  },
  {
    id: "assets",
    header: "Assets",
    kind: "number",
    wideOnly: true,
    cell: (row) => <Count value={row.assets} full className="text-text-2" />,
  },
  {
    id: "value_usd",
    header: "Value",
    unit: "US$ m",
    kind: "money",
    cell: (row) => <Money value={row.valueUsd} column="millions" digits={0} />,
  },
  {
    id: "change_7d",
    header: "7d",
    kind: "change",
    cell: (row) => <Change value={row.change7d} reason="No value seven days ago" />,
  },
  {
    id: "share",
    header: "Share",
    kind: "share",
    cell: (row) => <ShareBar share={row.share} largest={largest} />,
  },
  {
    id: "share_change",
    header: "30d share",
    unit: "pp",
    kind: "change",
    wideOnly: true,
    cell: (row) => <Change value={row.shareChange} points="share" column />,
  },
  {
    id: "holders",
    header: "Holders",
    kind: "number",
    wideOnly: true,
    cell: (row) => <Count value={row.holders} full className="text-text-2" />,
  },
];
