import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "@/api/client";
import type { InvitationOffer, JoinOffer } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { formatDay, formatInstant } from "@/lib/format";
import { useTeamOutcome } from "./useTeamOutcome";

type OfferProps = { title: string; children: ReactNode; actions: ReactNode };

function Offer({ title, children, actions }: OfferProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-(--card-pad) py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-[260px]">
        <bdi className="block font-medium [overflow-wrap:anywhere]">{title}</bdi>
        <div className="flex flex-wrap gap-x-4 text-sm text-text-2 [overflow-wrap:anywhere]">
          {children}
        </div>
      </div>
      <div className="flex gap-2">{actions}</div>
    </li>
  );
}

type InvitationProps = {
  offer: InvitationOffer;
  /** The secret of the link that led here; without it the address alone decides. */
  token?: string;
  onAnswered?: () => void;
};

export function Invitation({ offer, token, onAnswered }: InvitationProps) {
  const trpc = useTRPC();
  const outcome = useTeamOutcome();
  const name = offer.organization_name;
  const answer = token === undefined ? { id: offer.id } : { token };
  const accept = useMutation(
    trpc.teams.accept.mutationOptions(
      outcome(`Welcome to ${name}. It is now your active organization.`, {
        everywhere: true,
        done: onAnswered,
      }),
    ),
  );
  const decline = useMutation(
    trpc.teams.decline.mutationOptions(
      outcome(`You declined the invitation to ${name}.`, { done: onAnswered }),
    ),
  );
  const pending = accept.isPending || decline.isPending;
  return (
    <Offer
      title={name}
      actions={
        <>
          <Button
            size="small"
            look="primary"
            loading={accept.isPending}
            disabled={decline.isPending}
            aria-label={`Accept the invitation to ${name}`}
            onClick={() => accept.mutate(answer)}
          >
            Accept
          </Button>
          <Button
            size="small"
            disabled={pending}
            aria-label={`Decline the invitation to ${name}`}
            onClick={() => decline.mutate(answer)}
          >
            Decline
          </Button>
        </>
      }
    >
      <span>{offer.role === "owner" ? "As an owner" : "As a member"}</span>
      {offer.invited_by && <span>Invited by {offer.invited_by}</span>}
      <span className="num">
        Ends{" "}
        <time dateTime={offer.expires_at} title={formatInstant(offer.expires_at)}>
          {formatDay(offer.expires_at)}
        </time>
      </span>
    </Offer>
  );
}

export function Join({ offer }: { offer: JoinOffer }) {
  const trpc = useTRPC();
  const outcome = useTeamOutcome();
  const name = offer.organization_name;
  const join = useMutation(
    trpc.teams.join.mutationOptions(
      outcome(`Welcome to ${name}. It is now your active organization.`, { everywhere: true }),
    ),
  );
  const dismiss = useMutation(
    trpc.teams.dismiss.mutationOptions(
      outcome(`${name} is no longer offered. An owner can still invite you.`),
    ),
  );
  const { organization_id } = offer;
  return (
    <Offer
      title={name}
      actions={
        <>
          <Button
            size="small"
            look="primary"
            loading={join.isPending}
            disabled={dismiss.isPending}
            aria-label={`Join ${name}`}
            onClick={() => join.mutate({ organization_id })}
          >
            Join
          </Button>
          <Button
            size="small"
            disabled={join.isPending || dismiss.isPending}
            aria-label={`Dismiss ${name}`}
            onClick={() => dismiss.mutate({ organization_id })}
          >
            Dismiss
          </Button>
        </>
      }
    >
      <span>Offered to addresses at {offer.domain}</span>
      <span>
        If you join, its members see your name, your e-mail address, your role and the day you
        joined.
      </span>
    </Offer>
  );
}
