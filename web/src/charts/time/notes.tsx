import type { ReactNode } from "react";
import { NumberButton } from "@/components/ui/buttons/NumberButton";
import { formatDay } from "@/lib/format/formatDate";
import { isIncomplete } from "@/lib/format/qualifiers";
import { shortDay } from "../dates";
import { letterDiscs } from "../options/marks";
import type { Disc, Qualifier, TimeData } from "../types";

function stretch(from: string, to: string): string {
  return from === to ? formatDay(from) : `${shortDay(from)} to ${formatDay(to)}`;
}

/** Explains the triangles on the axis, in one sentence for each kind. */
function triangleTexts({ marks = [] }: TimeData, first: string, last: string): readonly string[] {
  const days = new Map<string, Set<string>>();
  for (const mark of marks) {
    if (mark.shape !== "triangle" || mark.day < first || mark.day > last) continue;
    days.set(mark.noun, (days.get(mark.noun) ?? new Set()).add(mark.day));
  }
  return [...days].map(
    ([noun, { size }]) =>
      `Triangles on the axis: days with ${noun} (${size}); amounts are in the legend of the day and in the table.`,
  );
}

/** The footnotes on values with a qualifier, one sentence for each kind. */
const qualifierTexts: readonly (readonly [(qualifier: Qualifier) => boolean, string])[] = [
  [
    isIncomplete,
    "Some values are partial, because days are missing or withheld, hatched where they are bars; the legend of the day states it.",
  ],
  [
    ({ spans_gap: spansGap }) => spansGap,
    "Some values are changes over a gap with missing values, hatched where they are bars; the legend of the day states it.",
  ],
];

/** The sentences that apply to shown values. */
function qualifiedTexts({ series }: TimeData, first: string, last: string): readonly string[] {
  const shown = series
    .flatMap(({ qualifiers = [] }) => qualifiers)
    .filter(({ from, to }) => from <= last && to >= first);
  return qualifierTexts.flatMap(([applies, sentence]) => (shown.some(applies) ? sentence : []));
}

/** The notes on the shown days; letters stay those of all days. */
function notesOf(data: TimeData, days: readonly string[]) {
  const first = days[0] ?? "";
  const last = days.at(-1) ?? "";
  return {
    letters: letterDiscs(data.marks).filter(({ disc: { day } }) => first <= day && day <= last),
    gaps: (data.gaps ?? []).filter(({ from, to }) => from <= last && to >= first),
    triangles: triangleTexts(data, first, last),
    qualified: qualifiedTexts(data, first, last),
    provisional: data.provisional && data.provisional.from <= last ? data.provisional : undefined,
  };
}

/** The sentences under a chart as plain text, for pictures. */
export function noteTexts(data: TimeData, days: readonly string[]): readonly string[] {
  const { letters, gaps, triangles, qualified, provisional } = notesOf(data, days);
  const texts = letters.map(
    ({ letter, disc }) => `${letter}  ${formatDay(disc.day)}: ${disc.sentence}`,
  );
  for (const gap of gaps)
    texts.push(`Hatched ${stretch(gap.from, gap.to)}: ${gap.sentence ?? gap.reason}`);
  texts.push(...triangles, ...qualified);
  if (provisional) texts.push(provisional.sentence);
  return texts;
}

function Letter({ letter }: { letter: string }) {
  return (
    <span className="mt-px grid size-3.5 flex-none place-items-center rounded-full bg-annot font-semibold text-[9px] text-surface leading-[14px]">
      {letter}
    </span>
  );
}

/** A sentence whose numbers lead to what explains them. */
function DiscNote({ sentence, disc }: { sentence: string; disc: Disc }) {
  const { figure, words } = disc;
  const at = figure ? sentence.indexOf(figure.text) : -1;
  if (!figure || at < 0) return <bdi>{sentence}</bdi>;
  return (
    <bdi>
      {sentence.slice(0, at)}
      <NumberButton pressed={false} onPress={figure.onPress} label={words}>
        {figure.text}
      </NumberButton>
      {sentence.slice(at + figure.text.length)}
    </bdi>
  );
}

/** Apart where one has a number to press, which takes more room than words. */
function sentencesOf({ sentence, figure }: Disc): readonly string[] {
  return figure ? sentence.split(/(?<=\.) /) : [sentence];
}

/** The sentences of marks, gaps and provisional days. */
export function timeNotes(data: TimeData, days: readonly string[]): readonly ReactNode[] {
  const { letters, gaps, triangles, qualified, provisional } = notesOf(data, days);
  return [
    ...letters.map(({ letter, disc }) => (
      <span key={letter} className="flex gap-1">
        <Letter letter={letter} />
        <bdi className="num flex-none font-semibold text-text-2">{shortDay(disc.day)}</bdi>{" "}
        <span className="flex flex-wrap gap-x-1">
          {sentencesOf(disc).map((sentence) => (
            <DiscNote key={sentence} sentence={sentence} disc={disc} />
          ))}
        </span>
      </span>
    )),
    ...gaps.map((gap) => (
      <span key={gap.from}>
        Hatched <bdi>{stretch(gap.from, gap.to)}</bdi>: <bdi>{gap.sentence ?? gap.reason}</bdi>
      </span>
    )),
    ...triangles,
    ...qualified,
    ...(provisional ? [provisional.sentence] : []),
  ];
}
