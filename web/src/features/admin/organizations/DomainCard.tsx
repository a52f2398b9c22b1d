import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/api/client";
import type { OrganizationDetail } from "@/api/contract";
import { longestEmail } from "@/api/contract";
import { Card } from "@/components/Card";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/buttons/Button";
import { TextField } from "@/components/ui/inputs/TextField";
import { useAdminOutcome } from "../useAdminOutcome";

/** The mail domain that the team claims. An owner proves it. */
export function DomainCard({ detail }: { detail: OrganizationDetail }) {
  const trpc = useTRPC();
  const outcome = useAdminOutcome();
  const { id, name } = detail.organization;
  const domain = detail.domain_claim?.domain ?? "";
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const typed = (text ?? domain).trim();
  const setDomain = useMutation(
    trpc.adminOrganizations.setDomain.mutationOptions(
      outcome<{ domain: string | null }>(
        (stored) =>
          stored.domain === null
            ? "The domain is withdrawn."
            : `The team claims ${stored.domain}. An owner proves it on the page of the team.`,
        {
          done: () => setText(null),
          closed: () => setAsking(false),
          failed: setError,
        },
      ),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    setAsking(true);
  };
  return (
    <Card title="Domain">
      <form onSubmit={submit} className="flex flex-wrap items-start gap-3 px-(--card-pad) py-3.5">
        <div className="min-w-0 flex-1 basis-[220px]">
          <TextField
            id="organization-domain"
            label="E-mail domain"
            hint="An owner proves it with a DNS record; then people with a verified address there are offered the team. Leave empty to withdraw the claim."
            placeholder="company.com"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={longestEmail}
            dir="ltr"
            value={text ?? domain}
            error={error}
            onChange={(event) => {
              setText(event.target.value);
              setError(null);
            }}
          />
        </div>
        <Button
          look="primary"
          type="submit"
          className="h-(--field-h) sm:mt-[25px]"
          disabled={typed === domain}
        >
          Change domain
        </Button>
      </form>
      {asking && (
        <ConfirmDialog
          title={typed === "" ? "Withdraw the domain?" : "Claim this domain?"}
          description={
            typed === ""
              ? `People can join ${name} by invitation only. Members stay.`
              : `${name} claims ${typed}, which replaces any earlier domain. The team is offered to people at the domain only after an owner has proved it.`
          }
          action="Change domain"
          pending={setDomain.isPending}
          onConfirm={() => setDomain.mutate({ id, domain: typed === "" ? null : typed })}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
