import type { TimeData } from "../types";

type DayNotes = Pick<TimeData, "marks" | "dayNotes">;

/** The note on the values of a day in legend and tooltip: how they were calculated, and the notes of its marks. */
export function dayNote({ marks = [], dayNotes }: DayNotes, day: string): string | undefined {
  const notes = marks.flatMap((mark) => (mark.day === day ? (mark.note ?? []) : []));
  return [dayNotes?.get(day), ...notes].filter(Boolean).join(", ") || undefined;
}

/** The words of the discs of a day, which have no note beside its values. */
export function discWords({ marks = [] }: DayNotes, day: string): readonly string[] {
  return marks.flatMap((mark) => (mark.day === day && mark.shape === "disc" ? mark.words : []));
}

/** The notes and marks of a day as text, for tables and screen readers. */
export function dayText(data: DayNotes, day: string): string {
  return [dayNote(data, day), ...discWords(data, day)].filter(Boolean).join(", ");
}
