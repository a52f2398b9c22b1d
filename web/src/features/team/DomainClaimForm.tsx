import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/api/client";
import { longestEmail } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { TextField } from "@/components/ui/inputs/TextField";
import { isPublicDomain } from "./publicDomains";
import { useTeamOutcome } from "./useTeamOutcome";

type DomainClaimFormProps = { teamId: string; email: string };

/** The first step: the domain, by default that of the owner's own address. */
export function DomainClaimForm({ teamId, email }: DomainClaimFormProps) {
  const trpc = useTRPC();
  const outcome = useTeamOutcome();
  const own = email.slice(email.lastIndexOf("@") + 1);
  const [domain, setDomain] = useState(isPublicDomain(own) ? "" : own);
  const [error, setError] = useState<string | null>(null);
  const claim = useMutation(
    trpc.teams.claimDomain.mutationOptions(
      outcome("Publish the DNS record to prove the domain.", { failed: setError }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (claim.isPending) return;
    setError(null);
    claim.mutate({ organization_id: teamId, domain: domain.trim() });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-3 px-(--card-pad) py-4">
      <div className="min-w-0 flex-1 basis-[220px]">
        <TextField
          id="team-domain"
          label="Domain"
          hint="You prove that you manage it with a DNS record."
          required
          placeholder="company.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={longestEmail}
          dir="ltr"
          value={domain}
          error={error}
          onChange={(event) => {
            setDomain(event.target.value);
            setError(null);
          }}
        />
      </div>
      <Button
        look="primary"
        type="submit"
        loading={claim.isPending}
        className="h-(--field-h) sm:mt-[25px]"
      >
        Claim domain
      </Button>
    </form>
  );
}
