import { Card } from "@/components/Card";
import { EmptyState } from "@/components/EmptyState";
import { ErrorState } from "@/components/ErrorState";
import { FeatureNotice } from "@/components/FeatureNotice";
import { Button } from "@/components/ui/Button";
import { Loading, Skeleton } from "@/components/ui/Skeleton";
import { Specimen, SpecimenGrid, Specimens } from "./Specimen";

const retry = () => {};

function failure(code: string, reason: string | null = null) {
  return { code, reason, message: "words of the server", traceId: "4bf92f3577b34da6" };
}

function Empty() {
  return (
    <Specimens title="Nothing there">
      <Specimen label="With one thing to do" width={420}>
        <Card>
          <EmptyState title="No funds match" action={<Button>Clear the filters</Button>}>
            No fund of Harbour Capital (sample) yields more than 12%.
          </EmptyState>
        </Card>
      </Specimen>
      <Specimen label="Before its data" width={420}>
        <Card>
          <EmptyState
            title="No figures yet"
            shows={["Loans by status, sector and region", "New originations month by month"]}
            source="The protocols' contracts; sectors from the catalog."
          >
            A figure is withheld rather than made up.
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
    <Specimens title="Something wrong">
      <Specimen label="A service is away" width={420}>
        <Card>
          <ErrorState
            what="The list of funds"
            failure={failure("SERVICE_UNAVAILABLE")}
            onRetry={retry}
          />
        </Card>
      </Specimen>
      <Specimen label="Refused by its reason" width={420}>
        <Card>
          <ErrorState what="The session" failure={failure("NOT_FOUND", "session_not_found")} />
        </Card>
      </Specimen>
      <Specimen label="Too many questions" width={420}>
        <Card>
          <ErrorState what="The chart" failure={failure("TOO_MANY_REQUESTS")} onRetry={retry} />
        </Card>
      </Specimen>
    </Specimens>
  );
}

/** What stands in the place of content. */
export function StatesGallery() {
  return (
    <SpecimenGrid>
      <Empty />
      <Failed />
      <Specimens title="On its way">
        <Specimen label="Rows" width={420}>
          <Loading label="Loading the rows">
            <div className="flex flex-col gap-2">
              <Skeleton className="h-5 w-full rounded-sm" />
              <Skeleton className="h-5 w-4/5 rounded-sm" />
              <Skeleton className="h-5 w-3/5 rounded-sm" />
            </div>
          </Loading>
        </Specimen>
      </Specimens>
      <Specimens title="Switched off">
        <Specimen label="For a visitor" width={420}>
          <FeatureNotice flag="enable-asset-charting-page" signedIn={false} />
        </Specimen>
        <Specimen label="For an account" width={420}>
          <FeatureNotice flag="enable-api-keys" signedIn />
        </Specimen>
      </Specimens>
    </SpecimenGrid>
  );
}
