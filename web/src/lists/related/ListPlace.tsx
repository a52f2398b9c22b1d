import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";

/** The placeholder of a table in a tab while its script loads. */
export function ListPlace({ of }: { of: string }) {
  return (
    <Loading label={`Loading ${of}`}>
      <Skeleton className="h-[360px] rounded-md" />
    </Loading>
  );
}
