import type { CheckResult } from "@/api/contract";
import { Icon } from "@/components/ui/marks/Icon";

const words = { passed: "passed", failed: "failed", open: "not checked" };

function outcomeOf({ has_passed: passed }: CheckResult): keyof typeof words {
  if (passed === null) return "open";
  return passed ? "passed" : "failed";
}

/** The results of the checks of one value at the import. */
export function CheckList({ checks }: { checks: readonly CheckResult[] }) {
  if (checks.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-col gap-1 text-sm">
      {checks.map((check) => {
        const outcome = outcomeOf(check);
        return (
          <li key={check.reason} className="flex items-baseline gap-3">
            <span className="min-w-0 flex-1">{check.claim}</span>
            <span
              className={`flex flex-none items-center gap-1 ${outcome === "failed" ? "text-negative" : "text-text-2"}`}
            >
              {outcome === "passed" && <Icon name="check" size={12} />}
              {words[outcome]}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
