import { Card } from "@/components/Card";
import { PageHeader } from "@/components/page/PageHeader";
import { PlanNote } from "@/components/plans/PlanNote";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { FeatureNotice } from "@/components/states/FeatureNotice";
import { LoadingCard } from "@/components/states/LoadingCard";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { ShellStates } from "./ShellStates";
import { Specimen, SpecimenGrid, Specimens } from "./Specimen";

const retry = () => {};

function failure(code: string, reason: string | null = null) {
  return { code, reason, message: "message of the server", traceId: "4bf92f3577b34da6" };
}

function Headers() {
  return (
    <Specimens title="Headers of pages">
      <Specimen label="With parent list and actions" width="full">
        <PageHeader
          level={2}
          title="Harbour Treasury (sample)"
          lead="One tokenized asset: value, price, yield, holders and terms."
          parent={{ href: "/assets", label: "Asset search" }}
          actions={
            <>
              <Button>Watch</Button>
              <Button look="primary">Save view</Button>
            </>
          }
        />
      </Specimen>
      <Specimen label="Long text" width={420}>
        <PageHeader
          level={2}
          title="Consolidated Larch and Rowan Institutional Liquidity Reserve Fund, Class J (sample)"
          lead="A long title wraps and leaves room for the actions."
          actions={<Button>Watch</Button>}
        />
      </Specimen>
      <Specimen label="From right to left" width={420}>
        <div dir="rtl">
          <PageHeader
            level={2}
            title="صندوق الميناء (sample)"
            parent={{ href: "/issuers", label: "المُصدرون" }}
          />
        </div>
      </Specimen>
    </Specimens>
  );
}

function Empty() {
  return (
    <Specimens title="Empty states">
      <Specimen label="With one action" width={420}>
        <Card>
          <EmptyState title="No funds match" action={<Button>Clear the filters</Button>}>
            No fund of Harbour Capital (sample) yields more than 12%.
          </EmptyState>
        </Card>
      </Specimen>
      <Specimen label="Before data is available" width={420}>
        <Card>
          <EmptyState
            title="No figures yet"
            shows={["Loans by status, sector and region", "New originations month by month"]}
            source="The protocols' contracts; sectors from the catalog."
          >
            Figures appear once the data is available.
          </EmptyState>
        </Card>
      </Specimen>
      <Specimen label="From right to left" width={420}>
        <div dir="rtl">
          <Card>
            <EmptyState title="لا توجد نتائج (sample)" shows={["قيمة كل شبكة (sample)"]} />
          </Card>
        </div>
      </Specimen>
    </Specimens>
  );
}

function Failed() {
  return (
    <Specimens title="Errors">
      <Specimen label="Service unavailable" width={420}>
        <Card>
          <ErrorState
            what="The list of funds"
            failure={failure("SERVICE_UNAVAILABLE")}
            onRetry={retry}
          />
        </Card>
      </Specimen>
      <Specimen label="Rejected with a reason" width={420}>
        <Card>
          <ErrorState what="The session" failure={failure("NOT_FOUND", "session_not_found")} />
        </Card>
      </Specimen>
      <Specimen label="Too many requests" width={420}>
        <Card>
          <ErrorState what="The chart" failure={failure("TOO_MANY_REQUESTS")} onRetry={retry} />
        </Card>
      </Specimen>
      <Specimen label="No access" width={420}>
        <Card>
          <ErrorState what="The list of users" failure={failure("FORBIDDEN")} />
        </Card>
      </Specimen>
      <Specimen label="Offline, without a reference" width={420}>
        <Card>
          <ErrorState
            what="The page"
            failure={{ ...failure("NETWORK"), traceId: null }}
            onRetry={retry}
          />
        </Card>
      </Specimen>
      <Specimen label="From right to left" width={420}>
        <div dir="rtl">
          <Card>
            <ErrorState
              what="صندوق الميناء (sample)"
              failure={failure("INTERNAL_SERVER_ERROR")}
              onRetry={retry}
            />
          </Card>
        </div>
      </Specimen>
    </Specimens>
  );
}

function BeyondPlan() {
  const refusal = {
    ...failure("FORBIDDEN", "access.scope"),
    plans: ["PREMIUM_ALL_ACCESS"] as const,
  };
  return (
    <Specimens title="Data beyond the plan">
      <Specimen label="Refused, included in other plans" width={420}>
        <Card>
          <ErrorState what="Transactions" failure={refusal} onRetry={retry} />
        </Card>
      </Specimen>
      <Specimen label="Refused in every plan" width={420}>
        <Card>
          <ErrorState what="Transactions" failure={failure("FORBIDDEN", "access.denied")} />
        </Card>
      </Specimen>
      <Specimen label="A part, beside its rows" width={420}>
        <Card>
          <PlanNote
            plans={["PREMIUM_US_TREASURIES", "PREMIUM_ALL_ACCESS"]}
            className="px-(--card-pad) py-3"
          />
        </Card>
      </Specimen>
    </Specimens>
  );
}

/** The head of a page, and what stands in the place of its content. */
export function StatesGallery() {
  return (
    <SpecimenGrid>
      <Headers />
      <Empty />
      <Failed />
      <BeyondPlan />
      <Specimens title="Loading">
        <Specimen label="Rows" width={420}>
          <Loading label="Loading the rows">
            <div className="flex flex-col gap-2">
              <Skeleton className="h-5 w-full rounded-sm" />
              <Skeleton className="h-5 w-4/5 rounded-sm" />
              <Skeleton className="h-5 w-3/5 rounded-sm" />
            </div>
          </Loading>
        </Specimen>
        <Specimen label="A card" width={420}>
          <LoadingCard title="Members" what="the members" />
        </Specimen>
      </Specimens>
      <Specimens title="Disabled">
        <Specimen label="For a visitor" width={420}>
          <FeatureNotice flag="enable-asset-charting-page" signedIn={false} />
        </Specimen>
        <Specimen label="For an account" width={420}>
          <FeatureNotice flag="enable-api-keys" signedIn />
        </Specimen>
      </Specimens>
      <ShellStates />
    </SpecimenGrid>
  );
}
