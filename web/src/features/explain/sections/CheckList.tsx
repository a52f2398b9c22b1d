import type { CheckResult } from "@/api/contract";
import { Hallmark } from "@/components/ui/marks/Hallmark";
import { Icon } from "@/components/ui/marks/Icon";

function Outcome({ has_passed: passed }: CheckResult) {
  const look = "flex flex-none items-center gap-1";
  if (passed === null) return <span className={`${look} text-text-2`}>not compared</span>;
  return passed ? (
    <span className={`${look} text-text-2`}>
      <Icon name="check" size={12} />
      passed
    </span>
  ) : (
    <span className={`${look} text-negative`}>
      <Hallmark kind="withheld" decorative />
      failed
    </span>
  );
}

/** The results of the checks of one value at the import. */
export function CheckList({ checks }: { checks: readonly CheckResult[] }) {
  if (checks.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-col gap-1 text-sm">
      {checks.map((check) => (
        <li key={check.reason} className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1">
            {check.claim}
            {check.not_compared !== null && (
              <span className="block text-text-2 text-xs">{check.not_compared}</span>
            )}
          </span>
          <Outcome {...check} />
        </li>
      ))}
    </ul>
  );
}
