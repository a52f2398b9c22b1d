import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";

export function SheetSkeleton() {
  return (
    <Loading label="Loading the explanation">
      <div className="flex flex-col gap-4 p-4 md:p-5">
        <Skeleton className="h-9 w-56 rounded-sm" />
        <Skeleton className="h-24 rounded-md" />
        <Skeleton className="h-40 rounded-md" />
      </div>
    </Loading>
  );
}
