import Link from "next/link";
import { describeFailure } from "@/api/failures";
import { useSearchGroups } from "@/api/search";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/EmptyState";
import { ErrorState } from "@/components/ErrorState";
import { Loading, Skeleton } from "@/components/ui/Skeleton";

function Pages() {
  const groups = useSearchGroups();
  if (groups.isPending) {
    return (
      <Loading label="Loading the pages">
        <div className="flex flex-col gap-2 px-(--card-pad) py-4">
          <Skeleton className="rounded-sm h-5 w-48" />
          <Skeleton className="rounded-sm h-5 w-40" />
        </div>
      </Loading>
    );
  }
  if (groups.isError) {
    const failure = describeFailure(groups.error);
    return (
      <ErrorState
        what="The list of pages"
        failure={failure}
        onRetry={() => void groups.refetch()}
      />
    );
  }
  return (
    <div className="flex flex-wrap gap-x-12 gap-y-4 px-(--card-pad) py-4">
      {groups.data.map((group) => (
        <section key={group.key} className="min-w-[180px]">
          <h3 className="cond font-medium text-text-3 text-xs">{group.label}</h3>
          <ul className="mt-1">
            {group.items.map((item) => (
              <li key={item.id}>
                <Link
                  href={item.href}
                  className="inline-flex min-h-[26px] items-center rounded-sm text-accent hover:underline pointer-coarse:min-h-11"
                >
                  {item.label}
                </Link>
                {item.subtitle && <span className="ml-2 text-sm text-text-2">{item.subtitle}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

export function OverviewScreen() {
  return (
    <>
      <Card>
        <EmptyState title="No figures yet">
          Values, holders, flows and yields appear here once data services are connected to this
          installation. Until then the page stays empty: a figure is withheld rather than made up.
        </EmptyState>
      </Card>
      <Card title="Pages">
        <Pages />
      </Card>
    </>
  );
}
