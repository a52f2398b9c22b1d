import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";

/** The room of a table in a tab, until its script is there. */
export function ListPlace({ of }: { of: string }) {
  return (
    <Loading label={`Loading ${of}`}>
      <Skeleton className="h-[360px] rounded-md" />
    </Loading>
  );
}
