import type { ReactNode } from "react";
import { dayWords, shortDay } from "./dates";
import { lettered } from "./options/marks";
import type { TimeData } from "./types";

function stretch(from: string, to: string): string {
  return from === to ? dayWords(from) : `${shortDay(from)} to ${dayWords(to)}`;
}

/** The sentences under a chart as plain text, for pictures. */
export function noteTexts(data: TimeData): readonly string[] {
  const texts = lettered(data.annotations).map(
    ({ letter, annotation }) => `${letter}  ${dayWords(annotation.day)}: ${annotation.sentence}`,
  );
  for (const gap of data.gaps ?? [])
    texts.push(`Hatched ${stretch(gap.from, gap.to)}: ${gap.sentence ?? gap.reason}`);
  if (data.provisional) texts.push(data.provisional.sentence);
  return texts;
}

function Letter({ letter }: { letter: string }) {
  return (
    <span className="me-1 inline-grid size-3.5 place-items-center rounded-full bg-annot font-semibold text-[9px] text-surface leading-[14px]">
      {letter}
    </span>
  );
}

/** The sentences of annotations, gaps and provisional days. */
export function timeNotes(data: TimeData): readonly ReactNode[] {
  return [
    ...lettered(data.annotations).map(({ letter, annotation }) => (
      <span key={letter}>
        <Letter letter={letter} />
        <b className="num font-semibold text-text-2">{shortDay(annotation.day)}</b>{" "}
        <bdi>{annotation.sentence}</bdi>
      </span>
    )),
    ...(data.gaps ?? []).map((gap) => (
      <span key={gap.from}>
        Hatched {stretch(gap.from, gap.to)}: {gap.sentence ?? gap.reason}
      </span>
    )),
    ...(data.provisional ? [data.provisional.sentence] : []),
  ];
}
