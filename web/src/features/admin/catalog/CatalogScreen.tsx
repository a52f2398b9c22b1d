import { useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "@/api/client";
import { Card } from "@/components/Card";
import { Notice } from "@/components/states/Notice";
import { Button } from "@/components/ui/buttons/Button";
import { Link } from "@/components/ui/links/Link";
import { Icon } from "@/components/ui/marks/Icon";
import { Count } from "@/components/ui/text/Figure";
import { kindAddress, newRecordAddress } from "../addresses";
import { useIsAdministrator } from "../useIsAdministrator";
import { type Kind, kindGroups, kinds } from "./kinds";

/** How many records there are of each kind; a kind that fails has no count. */
function useCounts() {
  const client = useTRPCClient();
  const allowed = useIsAdministrator();
  return useQuery({
    queryKey: ["catalog", "counts"],
    enabled: allowed,
    queryFn: async ({ signal }) => {
      const query = { pagination: { page: 1, perPage: 1 } };
      const counted = kinds.map(async ({ key, resource }) => {
        const { pagination } = await resource.of(client).list.query(query, { signal });
        return [key, pagination.resultCount] as const;
      });
      const answers = await Promise.allSettled(counted);
      return new Map(answers.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])));
    },
  });
}

function KindLine({ kind, count }: { kind: Kind; count: number | null | undefined }) {
  const { key, one, many } = kind;
  return (
    <li className="flex min-h-11 items-center gap-2 border-line border-b ps-(--card-pad) pe-2 last:border-b-0 hover:bg-surface-2">
      <Link
        href={kindAddress(key)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-sm"
      >
        <span className="min-w-0 flex-1 font-medium">{many}</span>
        <span className="num text-text-2">
          {count !== undefined && <Count value={count} full reason="Could not load" />}
        </span>
      </Link>
      <Link
        href={newRecordAddress(key)}
        aria-label={`New ${one.toLowerCase()}`}
        title={`New ${one.toLowerCase()}`}
        className="grid size-8 flex-none place-items-center rounded-md text-text-2 hover:bg-surface-3 hover:text-text pointer-coarse:size-11"
      >
        <Icon name="plus" size={14} />
      </Link>
    </li>
  );
}

/** The kinds of records that administrators write. */
export function CatalogScreen() {
  const { data: counts, isFetching, refetch } = useCounts();
  return (
    <div className="flex flex-col gap-4">
      {counts && counts.size < kinds.length && (
        <Notice
          icon="warning"
          action={
            <Button size="small" loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Some numbers of records could not be loaded.
        </Notice>
      )}
      <div className="columns-1 gap-4 md:columns-2 xl:columns-3">
        {kindGroups.map((group) => (
          <div key={group.title} className="mb-4 break-inside-avoid">
            <Card title={group.title}>
              <ul>
                {group.kinds.map((kind) => (
                  <KindLine
                    key={kind.key}
                    kind={kind}
                    count={counts && (counts.get(kind.key) ?? null)}
                  />
                ))}
              </ul>
            </Card>
          </div>
        ))}
      </div>
    </div>
  );
}
