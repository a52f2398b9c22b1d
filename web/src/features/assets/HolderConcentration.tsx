import type { ConcentrationLack, GetTopHoldersResponse } from "@/api/contract";
import { useLatest } from "@/api/series";
import { type Explained, useExplainer } from "@/app-state/explained";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import { formatCountFull, formatFraction, formatPercent } from "@/lib/format";
import { explainedIndex, explainedTop } from "./explainedHolders";

const labels = ["Largest holder", "5 largest holders", "10 largest holders"] as const;
const indexLabel = "Concentration (HHI)";
const circulates = "circulating units: total supply minus units held by the issuer";

const lacks: Record<ConcentrationLack, string> = {
  no_balances: "No holder data",
  issuer_unknown: "Issuer holdings not available",
  nothing_circulates: "No units in circulation",
};

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
  const explained: WithExplanation = (tile, number) => {
    if (!number) return tile;
    const { pressed, onPress } = explaining(number);
    return { ...tile, explained: pressed, onExplain: onPress };
  };
  const tiles = answer
    ? [...sharesOf(answer, explained), indexOf(answer, all, explained)]
    : [...labels, indexLabel].map((label) => ({ label, value: null, status: "loading" as const }));
  return <KpiStrip label="Concentration" tiles={tiles} />;
}

/** Gives a tile the way to what explains it. */
type WithExplanation = (tile: KpiTileProps, number: Explained | null) => KpiTileProps;

function originOf({ is_sample }: GetTopHoldersResponse): Pick<KpiTileProps, "origin"> {
  return is_sample ? { origin: "sample" } : {};
}

function blank(label: string, { concentration }: GetTopHoldersResponse): KpiTileProps {
  const { known_count: known, lack } = concentration;
  const few = known === 1 ? "Only 1 holder is known" : `Only ${known} holders are known`;
  const reason = lack ? lacks[lack] : few;
  return { label, value: null, reason, note: reason };
}

function sharesOf(
  answer: GetTopHoldersResponse,
  explained: WithExplanation,
): ReadonlyArray<KpiTileProps> {
  const { concentration } = answer;
  const { top_1_share: one, top_5_share: five, top_10_share: ten, circulating } = concentration;
  return labels.map((label, place) => {
    const share = [one, five, ten][place] ?? null;
    if (share === null || circulating === null) return blank(label, answer);
    const tile = {
      label,
      value: { number: formatPercent(share).replace("%", ""), suffix: "%" },
      exact: `${formatFraction(share)} of ${formatCountFull(circulating)} ${circulates}`,
      note: "of circulating units",
      ...originOf(answer),
    };
    return explained(tile, explainedTop(answer, { label, of: `of ${circulates}`, share }));
  });
}

function indexOf(
  answer: GetTopHoldersResponse,
  all: number | null,
  explained: WithExplanation,
): KpiTileProps {
  const { index_least: least, index_most: most, known_count: known } = answer.concentration;
  if (least === null || most === null) return blank(indexLabel, answer);
  const [number, upTo] = [formatCountFull(Math.round(least)), formatCountFull(Math.round(most))];
  const holders = known === 1 ? "1 holder" : `${known} holders`;
  const counted = all === null ? `${holders} known` : `${known} of ${formatCountFull(all)} known`;
  const bounds = number === upTo ? number : `at least ${number}, at most ${upTo}`;
  return explained(
    {
      label: indexLabel,
      value: { number, suffix: "" },
      exact: `Herfindahl-Hirschman index of circulating units, 0 to 10,000: 10,000 if one address holds everything. With ${holders}: ${bounds}.`,
      note: number === upTo ? counted : `to ${upTo}, ${counted}`,
      ...originOf(answer),
    },
    explainedIndex(answer, indexLabel, [least, most]),
  );
}
