import type { ReactNode } from "react";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { isId } from "./addresses";

type RecordLayoutProps<Record> = {
  /** The parameter of the route; null while the page does not know it yet. */
  id: string | null;
  one: string;
  parent: { href: string; label: string };
  answer: { data: Record | undefined; error: unknown; refetch: () => unknown };
  children: (record: Record) => ReactNode;
};

/** The page of one user or organization: loading, loaded, unknown, or failed. */
export function RecordLayout<Record>(props: RecordLayoutProps<Record>) {
  const { id, one, parent, answer, children } = props;
  const failure = answer.error ? describeFailure(answer.error) : null;
  if (answer.data && failure?.code !== "NOT_FOUND") return children(answer.data);
  if (failure?.code === "NOT_FOUND" || (id !== null && !isId(id))) {
    return (
      <Card>
        <EmptyState
          title={`${one} not found`}
          action={<ButtonLink href={parent.href}>{parent.label}</ButtonLink>}
        >
          No record has this address. The link may be incomplete.
        </EmptyState>
      </Card>
    );
  }
  if (failure) {
    return (
      <Card>
        <ErrorState failure={failure} what={one} onRetry={() => void answer.refetch()} />
      </Card>
    );
  }
  return (
    <Loading label={`Loading ${one.toLowerCase()}`}>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(320px,420px)]">
        <Skeleton className="h-[420px] rounded-md" />
        <Skeleton className="h-[420px] rounded-md" />
      </div>
    </Loading>
  );
}

/** The forms of changes beside the fields and the history. */
export function TwoColumns({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(320px,420px)]">
      <div className="flex min-w-0 flex-col gap-4">{main}</div>
      <div className="flex min-w-0 flex-col gap-4">{aside}</div>
    </div>
  );
}
