import { DateText } from "@/components/ui/text/Figure";
import type { Failure } from "@/lib/failure";

/** The result of the last attempt to save a form. */
export type Outcome =
  | { kind: "saved"; at: string }
  | { kind: "unchanged" }
  | { kind: "failed"; failure: Failure; details: ReadonlyArray<string> }
  | null;

type SaveOutcomeProps = { outcome: Outcome; explain: (failure: Failure) => string };

/** The result of the last attempt to save, in the bar of a form. */
export function SaveOutcome({ outcome, explain }: SaveOutcomeProps) {
  if (outcome === null) return null;
  if (outcome.kind === "failed") {
    const { failure, details } = outcome;
    return (
      <div role="alert" className="text-neg text-sm">
        <p>Not saved. {details.length === 0 ? explain(failure) : details.join(" ")}</p>
        {failure.traceId && (
          <p className="text-text-3">
            Reference <code className="font-mono [overflow-wrap:anywhere]">{failure.traceId}</code>
          </p>
        )}
      </div>
    );
  }
  return (
    <p role="status" className="text-sm text-text-2">
      {outcome.kind === "saved" ? (
        <>
          Saved <DateText value={outcome.at} time />
        </>
      ) : (
        "Nothing has changed, so nothing was saved."
      )}
    </p>
  );
}
