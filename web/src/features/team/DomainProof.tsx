import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTRPC } from "@/api/client";
import type { DomainClaim } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { explainTeamFailure } from "@/components/states/teamFailureTexts";
import { Button } from "@/components/ui/buttons/Button";
import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { Pill } from "@/components/ui/marks/Pill";
import { formatInstant } from "@/lib/format";
import { domainSentence, domainState } from "./domainTexts";
import { useTeamOutcome } from "./useTeamOutcome";

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-2">{name}</dt>
      <dd className="flex min-w-0 items-start gap-1">{children}</dd>
    </>
  );
}

function CopiedText({ text, what }: { text: string; what: string }) {
  return (
    <>
      <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{text}</code>
      <CopyButton text={text} what={what} size="small" />
    </>
  );
}

type ClaimProps = { teamId: string; claim: DomainClaim };

function WithdrawDialog({ teamId, claim, onClose }: ClaimProps & { onClose: () => void }) {
  const trpc = useTRPC();
  const outcome = useTeamOutcome();
  const withdraw = useMutation(
    trpc.teams.withdrawDomain.mutationOptions(
      outcome("People join by invitation only.", { closed: onClose }),
    ),
  );
  return (
    <ConfirmDialog
      title="Withdraw the domain?"
      description={`No one else can join with an address at ${claim.domain}. Members stay. A new claim needs a new DNS record.`}
      action="Withdraw"
      pending={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ organization_id: teamId })}
      onClose={onClose}
    />
  );
}

/** A claim: its state, the record that proves it, and the check of the record. */
export function DomainProof({ teamId, claim }: ClaimProps) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const [withdrawing, setWithdrawing] = useState(false);
  const { label, tone } = domainState(claim);
  const check = useMutation(
    trpc.teams.checkDomain.mutationOptions({
      onSettled: () =>
        Promise.all([
          client.invalidateQueries(trpc.teams.domain.queryFilter()),
          client.invalidateQueries(trpc.users.getProfile.queryFilter()),
        ]),
    }),
  );
  const sentence = check.isError
    ? explainTeamFailure(describeFailure(check.error))
    : domainSentence(claim);
  return (
    <>
      <div className="flex flex-col gap-2 border-line border-b px-(--card-pad) py-4">
        <div className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium [overflow-wrap:anywhere]">{claim.domain}</bdi>
          <Pill tone={tone}>{label}</Pill>
        </div>
        <p role="status" className="[overflow-wrap:anywhere]">
          {sentence}
        </p>
        {claim.checked_at && (
          <p className="num text-sm text-text-2">
            Last checked <time dateTime={claim.checked_at}>{formatInstant(claim.checked_at)}</time>
          </p>
        )}
      </div>
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-y-2 px-(--card-pad) py-4 sm:grid-cols-[128px_minmax(0,1fr)]">
        <Row name="Record type">TXT</Row>
        <Row name="Record name">
          <CopiedText text={claim.record_name} what="name of the record" />
        </Row>
        <Row name="Record value">
          <CopiedText text={claim.record_value} what="value of the record" />
        </Row>
      </dl>
      <footer className="flex flex-wrap gap-2 border-line border-t px-(--card-pad) py-3">
        <Button
          size="small"
          look={claim.state === "proved" ? "plain" : "primary"}
          loading={check.isPending}
          onClick={() => check.mutate({ organization_id: teamId })}
        >
          Check now
        </Button>
        <Button size="small" look="danger" onClick={() => setWithdrawing(true)}>
          Withdraw
        </Button>
      </footer>
      {withdrawing && (
        <WithdrawDialog teamId={teamId} claim={claim} onClose={() => setWithdrawing(false)} />
      )}
    </>
  );
}
