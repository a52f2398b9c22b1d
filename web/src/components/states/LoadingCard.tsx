import { Card } from "../Card";
import { Loading, Skeleton } from "../ui/feedback/Skeleton";

/** The placeholder of a list that is loading. */
export function LoadingCard({ title, what }: { title: string; what: string }) {
  return (
    <Card title={title}>
      <Loading label={`Loading ${what}`}>
        <div className="flex flex-col gap-3 px-(--card-pad) py-4">
          <Skeleton className="h-9 w-full rounded-sm" />
          <Skeleton className="h-9 w-full rounded-sm" />
        </div>
      </Loading>
    </Card>
  );
}
