import type {
  ConcentrationLack,
  GetTopHoldersResponse,
  LatestValue,
  LeftOutBalances,
} from "@/api/contract";
import { useLatest } from "@/api/series";
import { type NumberKey, useExplainer } from "@/app-state/numberExplanation";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import { formatCountFull, formatDay, formatFraction, formatPercent } from "@/lib/format";
import { thresholds } from "@/lib/format/thresholds";
import { explainedIndex, explainedTop } from "./explainedHolders";

const labels = ["Largest holder", "5 largest holders", "10 largest holders"] as const;
const indexLabel = "Concentration (HHI)";
const adjustedLabel = "10 largest, adjusted";
const adjustedIndexLabel = "HHI, adjusted";
const circulates = "circulating units: total supply minus units held by the issuer";

const lacks: Record<ConcentrationLack, string> = {
  no_balances: "No holder data",
  issuer_unknown: "Issuer holdings not available",
  nothing_circulates: "No units in circulation",
  flags_unknown: "Contracts among holders not known",
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
  const all = latest.data?.results[0];
  const explaining = useExplainer();
  const explained: WithExplanation = (tile, number) => {
    if (!number) return tile;
    const { pressed, onPress } = explaining(number);
    return { ...tile, explained: pressed, onExplain: onPress };
  };
  const waiting = [...labels, indexLabel, adjustedLabel, adjustedIndexLabel];
  const tiles = answer
    ? [
        ...sharesOf(answer, explained),
        indexOf(answer, all, explained),
        ...adjustedOf(answer, explained),
      ]
    : waiting.map((label) => ({ label, value: null, status: "loading" as const }));
  return <KpiStrip label="Concentration" tiles={tiles} />;
}

/** Gives a tile the way to what explains it. */
type WithExplanation = (tile: KpiTileProps, number: NumberKey | null) => KpiTileProps;

function originOf({ is_sample }: GetTopHoldersResponse): Pick<KpiTileProps, "origin"> {
  return is_sample ? { origin: "sample" } : {};
}

function blank(
  label: string,
  { known_count: known, lack }: GetTopHoldersResponse["concentration"],
): KpiTileProps {
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
    if (share === null || circulating === null) return blank(label, concentration);
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

/** "1,200", with its day where that is not the day of the balances. */
function countText({ value, value_date: day }: LatestValue, date: string | null): string {
  return day === date ? formatCountFull(value) : `${formatCountFull(value)} (${formatDay(day)})`;
}

function indexOf(
  answer: GetTopHoldersResponse,
  all: LatestValue | undefined,
  explained: WithExplanation,
): KpiTileProps {
  const { index_least: least, index_most: most, known_count: known } = answer.concentration;
  if (least === null || most === null) return blank(indexLabel, answer.concentration);
  const [number, upTo] = [formatCountFull(Math.round(least)), formatCountFull(Math.round(most))];
  const holders = known === 1 ? "1 holder" : `${known} holders`;
  const isCounted = all !== undefined && all.value !== null;
  const counted = isCounted
    ? `${known} of ${countText(all, answer.date)} known`
    : `${holders} known`;
  const bounds = number === upTo ? number : `at least ${number}, at most ${upTo}`;
  return explained(
    {
      label: indexLabel,
      value: { number, suffix: "" },
      exact: `Herfindahl-Hirschman index of circulating units, 0 to 10,000: 10,000 if one address holds everything. With ${holders}: ${bounds}.`,
      note: number === upTo ? counted : `up to ${upTo}, ${counted}`,
      ...originOf(answer),
    },
    explainedIndex(answer, indexLabel, [least, most]),
  );
}

/** "without 2 contracts (37.5%) and 1 balance under $1 (0.1%)", of circulating units. */
function leftOutText(left: LeftOutBalances): string {
  const contracts = left.contract_count === 1 ? "1 contract" : `${left.contract_count} contracts`;
  const dust = left.dust_count === 1 ? "1 balance" : `${left.dust_count} balances`;
  return `without ${contracts} (${formatPercent(left.contract_share)}) and ${dust} under $${thresholds.dust_dollars} (${formatPercent(left.dust_share)})`;
}

/** The concentration without contracts and dust, if the kinds of the addresses are known. */
function adjustedOf(
  answer: GetTopHoldersResponse,
  explained: WithExplanation,
): ReadonlyArray<KpiTileProps> {
  const { adjusted, left_out: left } = answer;
  const { top_10_share: share, index_least: least, index_most: most } = adjusted;
  const without = left && leftOutText(left);
  const note = left && `${formatPercent(left.contract_share + left.dust_share)} left out`;
  const origin = originOf(answer);
  const top = (): KpiTileProps => {
    if (share === null || !without || !note) return blank(adjustedLabel, adjusted);
    const basis = `of circulating units ${without} of circulating units`;
    const tile = {
      label: adjustedLabel,
      value: { number: formatPercent(share).replace("%", ""), suffix: "%" },
      exact: `${formatFraction(share)} ${basis}`,
      note,
      ...origin,
    };
    return explained(tile, explainedTop(answer, { label: adjustedLabel, of: basis, share }));
  };
  const index = (): KpiTileProps => {
    if (least === null || most === null || !without || !note)
      return blank(adjustedIndexLabel, adjusted);
    const [number, upTo] = [least, most].map((bound) => formatCountFull(Math.round(bound)));
    const tile = {
      label: adjustedIndexLabel,
      value: { number: number ?? "", suffix: "" },
      exact: `Herfindahl-Hirschman index ${without}, 0 to 10,000: at least ${number}, at most ${upTo}.`,
      note: number === upTo ? note : `up to ${upTo}, ${note}`,
      ...origin,
    };
    const bounds = [least, most] as const;
    return explained(tile, explainedIndex(answer, adjustedIndexLabel, bounds, without));
  };
  return [top(), index()];
}
