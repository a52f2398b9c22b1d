import type { AccessDecision, GetDecisionRequest } from "@/api/contract";
import { Pill } from "@/components/ui/marks/Pill";
import { maskedKey } from "@/records/apiKeys/keyTexts";
import { OrganizationName, UserName } from "../AccountName";
import { useOrganizationsOf, useUsersOf } from "../accounts";
import { ExplanationSections } from "./ExplanationSections";
import { callText, decisionText, narrowingText, permittedText } from "./explanationTexts";
import { PermittedRoles } from "./PermittedRoles";
import type { Subject } from "./PolicyLinks";
import type { Answer } from "./useExplainForm";

type CallerNameProps = { request: GetDecisionRequest; explanation: AccessDecision };

/** The caller of the answered request: the form may name another one by now. */
function CallerName({ request, explanation }: CallerNameProps) {
  const key = explanation.key?.key;
  const { user_id = null, organization_id = null } = key ?? request;
  const users = useUsersOf([user_id]);
  const organizations = useOrganizationsOf([organization_id]);
  if (user_id === null && organization_id === null) return "A visitor who is not signed in";
  const organization = organization_id !== null && (
    <OrganizationName id={organization_id} organizations={organizations} link={false} />
  );
  const keyName = key && (
    <>
      Key <bdi>{key.name}</bdi> ({maskedKey(key)}) of{" "}
    </>
  );
  if (user_id === null) {
    return (
      <>
        {keyName}
        {organization}
      </>
    );
  }
  return (
    <>
      {keyName}
      <UserName id={user_id} users={users} link={false} />
      {organization && <> in {organization}</>}
    </>
  );
}

/** The answer in a sentence, above its details. */
export function AnswerText({ answer }: { answer: Answer }) {
  const { request } = answer;
  if (answer.kind === "roles") {
    return (
      <div className="border-line border-t px-(--card-pad) py-3">
        <p className="text-sm text-text-2">{callText(request)}</p>
        <p>{permittedText(answer.roles)}</p>
      </div>
    );
  }
  const { explanation } = answer;
  const isWhole = explanation.visibility === "all";
  return (
    <div className="border-line border-t px-(--card-pad) py-3">
      <p className="text-sm text-text-2 [overflow-wrap:anywhere]">
        <CallerName request={request} explanation={explanation} /> · {callText(request)}
      </p>
      <p className="mt-1">
        {explanation.is_allowed ? (
          <Pill tone={isWhole ? "positive" : "warning"}>Allowed</Pill>
        ) : (
          <Pill tone="negative">Denied</Pill>
        )}{" "}
        {[decisionText(explanation), narrowingText(explanation)].filter(Boolean).join(" ")}
      </p>
    </div>
  );
}

/** The details of the answer. */
export function AnswerSections({ answer, subject }: { answer: Answer; subject: Subject | null }) {
  if (answer.kind === "roles") return <PermittedRoles roles={answer.roles} subject={subject} />;
  return (
    <ExplanationSections explanation={answer.explanation} call={answer.request} subject={subject} />
  );
}
