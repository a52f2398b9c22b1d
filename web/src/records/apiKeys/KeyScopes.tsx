import type { ApiKeyScope } from "@/api/contract";
import { Skeleton } from "@/components/ui/feedback/Skeleton";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import { scopeSentence } from "@/records/scopes/scopeSentence";

type KeyScopesProps = {
  scopes: ReadonlyArray<ApiKeyScope>;
  /** The data that a key without scopes reads. */
  everything: string;
};

/** The data that a key can read: a sentence for each of its scopes. */
export function KeyScopes({ scopes, everything }: KeyScopesProps) {
  const { nameOf, isPending } = useConditionNames(scopes.flatMap(({ where }) => where ?? []));
  if (scopes.length === 0) return <p>{everything}</p>;
  if (isPending) return <Skeleton className="h-5 w-3/5 rounded-sm" />;
  const sentences = scopes.map((scope) => `${scopeSentence(scope, nameOf)}.`);
  const [first] = sentences;
  if (sentences.length === 1) return <p className="[overflow-wrap:anywhere]">{first}</p>;
  return (
    <ul className="list-disc ps-5 [overflow-wrap:anywhere]">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
