import { keyObstacleLabels, obstacleLabels } from "@/api/accessWords";
import type { KeyResult, ScopeResult } from "@/api/contract";
import { Skeleton } from "@/components/ui/feedback/Skeleton";
import { Pill } from "@/components/ui/marks/Pill";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import { scopeSentence } from "@/records/scopes/scopeSentence";
import { ConditionResults } from "./ConditionResults";

const scopeObstacles: Partial<typeof obstacleLabels> = {
  endpoint: "The scope is about other endpoints",
  action: "The scope is about other actions",
};

function ScopeLine({ sentence, result }: { sentence: string; result: ScopeResult | undefined }) {
  const obstacles = result?.obstacles ?? [];
  const conditions = result?.conditions ?? [];
  return (
    <li className="border-line border-b py-2 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="[overflow-wrap:anywhere]">{sentence}</span>
        <Pill tone={obstacles.length === 0 ? "neutral" : "warning"}>
          {obstacles.length === 0 ? "Includes the call" : "No effect"}
        </Pill>
      </p>
      {obstacles.length > 0 && (
        <p className="text-sm">
          {obstacles
            .map((obstacle) => `${scopeObstacles[obstacle] ?? obstacleLabels[obstacle]}.`)
            .join(" ")}
        </p>
      )}
      {conditions.length > 0 && <ConditionResults conditions={conditions} />}
    </li>
  );
}

/** The state of an API key at the time of a call, and each of its scopes against it. */
export function KeyAnswer({ result }: { result: KeyResult }) {
  const { key, obstacles, scopes } = result;
  const { nameOf, isPending } = useConditionNames(key.scopes.flatMap(({ where }) => where ?? []));
  return (
    <>
      <p>
        {obstacles.length === 0
          ? "The key is accepted."
          : `The key is refused. ${obstacles.map((one) => `${keyObstacleLabels[one]}.`).join(" ")}`}
      </p>
      {key.scopes.length === 0 && (
        <p className="text-text-2">It has no scopes: it reads all data that its owner can read.</p>
      )}
      {key.scopes.length > 0 && isPending && <Skeleton className="h-5 w-3/4 rounded-sm" />}
      {key.scopes.length > 0 && !isPending && (
        <ul aria-label="Scopes of the key">
          {key.scopes.map((scope, at) => {
            const sentence = `${scopeSentence(scope, nameOf)}.`;
            return <ScopeLine key={sentence} sentence={sentence} result={scopes[at]} />;
          })}
        </ul>
      )}
    </>
  );
}
