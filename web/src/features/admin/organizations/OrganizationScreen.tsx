import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useTRPC } from "@/api/client";
import { type OrganizationDetail, organizationScopeLabels, planTypeLabels } from "@/api/contract";
import { Card } from "@/components/Card";
import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { DateText, NoFigure } from "@/components/ui/text/Figure";
import { firstValue } from "@/lib/address/url";
import { CallHistoryCard } from "../access/decisions/CallHistoryCard";
import { HeldKeysSection } from "../access/keys/HeldKeysSection";
import { OrganizationAccessCard } from "../access/organizationRoles/OrganizationAccessCard";
import { isId, organizationsAddress } from "../addresses";
import { FieldList } from "../FieldList";
import { HistoryCard } from "../HistoryCard";
import { RecordLayout, TwoColumns } from "../RecordLayout";
import { useIsAdministrator } from "../useIsAdministrator";
import { DomainCard } from "./DomainCard";
import { MembersCard } from "./MembersCard";
import { PlanCard } from "./PlanCard";
import { RenameButton } from "./RenameButton";
import { ScopeButton } from "./ScopeButton";

const parent = { href: organizationsAddress, label: "Organization admin" };

/** The organization of the page's address. */
export function useSubjectOrganization() {
  const trpc = useTRPC();
  const id = firstValue(useRouter().query.organizationID) ?? null;
  const allowed = useIsAdministrator();
  const input = allowed && id !== null && isId(id) ? { id } : skipToken;
  const answer = useQuery(trpc.adminOrganizations.get.queryOptions(input));
  const head = {
    title: answer.data?.organization.name ?? "Organization",
    description: "One organization: plan, domain, members and scope.",
    parent,
  };
  return { id, answer, head };
}

type OrganizationScreenProps = { subject: ReturnType<typeof useSubjectOrganization> };

export function OrganizationScreen({ subject }: OrganizationScreenProps) {
  return (
    <RecordLayout one="Organization" parent={parent} {...subject}>
      {(detail) => <OrganizationSheet key={detail.organization.id} detail={detail} />}
    </RecordLayout>
  );
}

function OrganizationSheet({ detail }: { detail: OrganizationDetail }) {
  const { organization } = detail;
  return (
    <TwoColumns
      main={
        <>
          <PlanCard organization={organization} />
          <OrganizationAccessCard id={organization.id} />
          <HeldKeysSection
            holder={{ kind: "organization", id: organization.id, label: organization.name }}
          />
          {organization.scope === "team" && <DomainCard detail={detail} />}
          <MembersCard detail={detail} />
        </>
      }
      aside={
        <>
          <Card title="Organization">
            <FieldList fields={factsOf(detail)} />
          </Card>
          <HistoryCard field="organization_id" id={organization.id} />
          <CallHistoryCard field="organization_id" id={organization.id} />
        </>
      }
    />
  );
}

const claimStates = { pending: "Not proved yet", proved: "Proved", lost: "Proof ended" } as const;

function factsOf({ organization, invitations, domain_claim }: OrganizationDetail) {
  const { id, name, scope, plan, plan_ends_at, created_at } = organization;
  const team = scope === "team";
  return [
    [
      "Name",
      <span key="name" className="flex min-w-0 flex-1 items-center gap-2">
        <bdi className="min-w-0 flex-1">{name}</bdi>
        {team && <RenameButton organization={organization} />}
      </span>,
    ],
    [
      "Scope",
      <span key="scope" className="flex min-w-0 flex-1 items-center gap-2">
        <span className="min-w-0 flex-1">
          {organizationScopeLabels[scope]}
          <span className="block text-sm text-text-2">
            {team
              ? "Owners and members, by invitation or domain"
              : "The personal workspace of one user"}
          </span>
        </span>
        <ScopeButton organization={organization} />
      </span>,
    ],
    [
      "Plan",
      <span key="plan">
        {planTypeLabels[plan]}
        {plan_ends_at !== null && (
          <span className="block text-sm text-text-2">
            Ends on <DateText value={plan_ends_at} />
          </span>
        )}
      </span>,
    ],
    [
      "Domain",
      domain_claim ? (
        <span key="domain">
          <bdi>{domain_claim.domain}</bdi>
          <span className="block text-sm text-text-2">{claimStates[domain_claim.state]}</span>
        </span>
      ) : (
        <NoFigure key="domain" reason="Not claimed" />
      ),
    ],
    ["Invitations", String(invitations)],
    ["Created", <DateText key="created" value={created_at} time />],
    [
      "Id",
      <span key="id" className="flex min-w-0 items-center gap-1">
        <code className="min-w-0 font-mono text-sm">{id}</code>
        <CopyButton text={id} what="id of the organization" size="small" />
      </span>,
    ],
  ] as const;
}
