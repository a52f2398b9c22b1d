import { useState } from "react";
import { Skeleton } from "@/components/ui/feedback/Skeleton";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import { type PolicyTerms, policySentence } from "./policySentence";

type PolicyInWordsProps = {
  policy: PolicyTerms;
  /** The name of the policy, which is the subject of the sentence unless it denies; a new one may have none yet. */
  name: string;
};

/** A policy in one sentence, with the names of the records in its conditions. */
export function PolicyInWords({ policy, name }: PolicyInWordsProps) {
  const subject = policy.effect === "deny" || name === "" ? "Holders" : name;
  const { nameOf, isPending } = useConditionNames(policy.where ?? []);
  const text = isPending ? null : `${policySentence(policy, subject, nameOf)}.`;
  // The sentence before stays until the names of the next are known: it is read out once.
  const [shown, setShown] = useState(text);
  if (text !== null && text !== shown) setShown(text);
  const words = text ?? shown;
  if (words === null) return <Skeleton className="h-6 w-3/4 rounded-sm" />;
  return <bdi className="[overflow-wrap:anywhere]">{words}</bdi>;
}
