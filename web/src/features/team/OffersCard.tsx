import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { Card } from "@/components/Card";
import { Invitation, Join } from "./OfferRow";

/**
 * Teams that the user can join by their address; renders nothing without one. A failure is no reason to trouble a person who may
 * not have been invited at all: the mailed link still works.
 */
export function OffersCard() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.teams.offers.queryOptions(undefined, { staleTime: 0 }));
  if (!data || data.invitations.length + data.joins.length === 0) return null;
  return (
    <Card
      title="Teams you can join"
      lead="Open invitations, and teams that are offered to your e-mail domain. You are in none of them until you join."
    >
      <ul>
        {data.invitations.map((offer) => (
          <Invitation key={offer.id} offer={offer} />
        ))}
        {data.joins.map((offer) => (
          <Join key={offer.organization_id} offer={offer} />
        ))}
      </ul>
    </Card>
  );
}
