import type { GetTopHoldersResponse } from "@/api/contract";
import { type Explained, useExplainer } from "@/api/explained";
import { useLatest } from "@/api/series";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import { formatCountFull, formatFraction, formatPercent } from "@/lib/format";
import { digitsOf } from "@/lib/formatNumber";
import { concentrationOf } from "./concentration";
import { explainedIndex, explainedTop } from "./explainedHolders";

function labelOf(count: number): string {
  return count === 1 ? "Largest holder" : `${count} largest holders`;
}

const labels = [...[1, 10, 100].map(labelOf), "Concentration (HHI)"];

/** How much few addresses hold of one token, and of how many of them that is known. */
export function HolderConcentration({ answer }: { answer: GetTopHoldersResponse | undefined }) {
  const latest = useLatest(
    answer
      ? {
          keys: [
            {
              subject_kind: "token",
              subject_slug: answer.token_slug,
              measure: "holding_addresses_count",
            },
          ],
        }
      : null,
  );
  const all = latest.data?.results[0]?.value ?? null;
  const explaining = useExplainer();
  const explained: Way = (tile, number) => {
    if (!number) return tile;
    const { pressed, onPress } = explaining(number);
    return { ...tile, explained: pressed, onExplain: onPress };
  };
  const tiles = answer
    ? tilesOf(answer, all, explained)
    : labels.map((label) => ({ label, value: null, status: "loading" as const }));
  return <KpiStrip label="Concentration" tiles={tiles} />;
}

/** Gives a tile the way to what explains it. */
type Way = (tile: KpiTileProps, number: Explained | null) => KpiTileProps;

function tilesOf(
  answer: GetTopHoldersResponse,
  all: number | null,
  explained: Way,
): ReadonlyArray<KpiTileProps> {
  const { known, withoutIssuer, tops, index } = concentrationOf(answer.results);
  const origin = answer.is_sample ? { origin: "sample" as const } : {};
  const of = withoutIssuer ? "of all units that are not the issuer's own" : "of all units";
  const counted =
    all === null
      ? `${known} known ${known === 1 ? "holder" : "holders"}`
      : `${known} of ${formatCountFull(all)}`;
  const few = known === 1 ? "Only 1 holder is known" : `Only ${known} holders are known`;
  const reason = known === 0 ? "No holders known" : few;
  const shares = tops.map(({ count, share }): KpiTileProps => {
    const label = labelOf(count);
    if (share === null) return { label, value: null, reason, note: reason };
    const tile = {
      label,
      value: { number: formatPercent(share).replace("%", ""), suffix: "%" },
      exact: `${formatFraction(share)} ${of}`,
      note: of,
      ...origin,
    };
    return explained(tile, explainedTop(answer, { label, of, share }));
  });
  const label = labels.at(-1) ?? "";
  if (index === null) return [...shares, { label, value: null, reason, note: reason }];
  const number = explainedIndex(answer, label, index);
  return [
    ...shares,
    explained(
      {
        label,
        value: { number: digitsOf(index, 4), suffix: "" },
        exact: `Sum of the squares of the shares of ${known} holders: 1 where one has everything. Those that are not known would add little.`,
        note: all === null ? `over ${counted}` : `over ${counted} holders`,
        ...origin,
      },
      number,
    ),
  ];
}
