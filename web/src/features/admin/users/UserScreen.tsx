import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useUser } from "@/api/account/user";
import { useTRPC } from "@/api/client";
import { planTypeLabels, type UserDetail, type UserEntry } from "@/api/contract";
import { Card } from "@/components/Card";
import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { DateText, NoFigure } from "@/components/ui/text/Figure";
import { firstValue } from "@/lib/address/url";
import { CallHistoryCard } from "../access/decisions/CallHistoryCard";
import { HeldKeysSection } from "../access/keys/HeldKeysSection";
import { UserAccessCard } from "../access/userRoles/UserAccessCard";
import { isId, usersAddress } from "../addresses";
import { FieldList } from "../FieldList";
import { HistoryCard } from "../HistoryCard";
import { RecordLayout, TwoColumns } from "../RecordLayout";
import { useIsAdministrator } from "../useIsAdministrator";
import { FeaturesCard } from "./FeaturesCard";
import { MembershipsCard } from "./MembershipsCard";
import { PasskeysCard } from "./PasskeysCard";
import { RoleCard } from "./RoleCard";
import { SessionsCard } from "./SessionsCard";
import { StandingCard } from "./StandingCard";

const parent = { href: usersAddress, label: "User admin" };

/** The user of the page's address. */
export function useSubjectUser() {
  const trpc = useTRPC();
  const id = firstValue(useRouter().query.userID) ?? null;
  const allowed = useIsAdministrator();
  const input = allowed && id !== null && isId(id) ? { id } : skipToken;
  const answer = useQuery(trpc.adminUsers.get.queryOptions(input));
  const head = {
    title: answer.data?.user.email ?? "User",
    description: "One account: role, features, organizations and sessions.",
    parent,
  };
  return { id, answer, head };
}

export function UserScreen({ subject }: { subject: ReturnType<typeof useSubjectUser> }) {
  return (
    <RecordLayout one="User" parent={parent} {...subject}>
      {(detail) => <UserSheet key={detail.user.id} detail={detail} />}
    </RecordLayout>
  );
}

function UserSheet({ detail }: { detail: UserDetail }) {
  const load = useUser();
  const { user } = detail;
  const you = load.status === "logged-in" && load.user.id === user.id;
  return (
    <TwoColumns
      main={
        <>
          <RoleCard user={user} you={you} />
          <FeaturesCard
            id={user.id}
            administrator={user.role === "ADMIN"}
            own={detail.own_features}
          />
          <MembershipsCard memberships={detail.memberships} />
          <UserAccessCard id={user.id} you={you} memberships={detail.memberships} />
          <HeldKeysSection holder={{ kind: "user", id: user.id, label: user.email }} />
          <SessionsCard user={user} you={you} />
          <PasskeysCard detail={detail} you={you} />
          <StandingCard user={user} you={you} />
        </>
      }
      aside={
        <>
          <Card title="Account">
            <FieldList fields={factsOf(detail, user, you)} />
          </Card>
          <HistoryCard field="user_id" id={user.id} />
          <CallHistoryCard field="actor_id" id={user.id} />
        </>
      }
    />
  );
}

function factsOf(
  { email_verified_at, updated_at, accounts }: UserDetail,
  user: UserEntry,
  you: boolean,
) {
  return [
    [
      "Address",
      <span key="address" className="min-w-0">
        <bdi>{user.email}</bdi>
        {you && <span className="ms-1.5 text-text-2">(you)</span>}
      </span>,
    ],
    [
      "Name",
      user.name ? <bdi key="name">{user.name}</bdi> : <NoFigure key="name" reason="Not provided" />,
    ],
    [
      "Verified",
      <DateText
        key="verified"
        value={email_verified_at}
        time
        reason="The address was never verified"
      />,
    ],
    ["Plan in force", planTypeLabels[user.plan]],
    ["Signs in by", ["mail", ...new Set(accounts.map(({ provider }) => provider))].join(", ")],
    ["First sign-in", <DateText key="created" value={user.created_at} time />],
    ["Last change", <DateText key="updated" value={updated_at} time />],
    [
      "Id",
      <span key="id" className="flex min-w-0 items-center gap-1">
        <code className="min-w-0 font-mono text-sm">{user.id}</code>
        <CopyButton text={user.id} what="id of the user" size="small" />
      </span>,
    ],
  ] as const;
}
