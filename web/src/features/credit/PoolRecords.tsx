import type { ReactNode } from "react";
import type { Pool } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { where } from "@/api/listQuery";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Link } from "@/components/ui/links/Link";
import { investmentAddress, loanAddress } from "@/lib/address/addresses";
import { formatCountFull } from "@/lib/format";
import { Amount, Rate } from "@/records/cells";
import { FactNumber } from "@/records/FactNumber";
import { resourceOf } from "@/records/resource";
import { AvailabilityPill, StatusPill } from "@/records/statuses";
import { useRows } from "@/records/useCatalog";

/** A panel shows the first of a longer list, which has a page of its own. */
const most = 10;

type Item = { slug: string; href: string; name: string; state: ReactNode; figure: ReactNode };

type PanelSectionProps = {
  title: string;
  /** Shown without any record. */
  none: string;
  all: string;
  answer: {
    data: { pagination: { resultCount: number } } | undefined;
    error: Error | null;
    isPending: boolean;
    refetch: () => unknown;
  };
  items: ReadonlyArray<Item>;
};

function PanelSection({ title, none, all, answer, items }: PanelSectionProps) {
  const total = answer.data?.pagination.resultCount ?? 0;
  const failure = answer.error && describeFailure(answer.error);
  return (
    <Card title={title}>
      {answer.data && items.length === 0 && (
        <p className="px-(--card-pad) py-3 text-text-2">{none}</p>
      )}
      {items.length > 0 && (
        <ul className="px-(--card-pad) py-1">
          {items.map(({ slug, href, name, state, figure }) => (
            <li
              key={slug}
              className="flex min-h-10 items-center gap-2 border-line border-b py-1.5 last:border-b-0 pointer-coarse:min-h-11"
            >
              <Link href={href} className="min-w-0 flex-1 truncate text-accent hover:underline">
                <bdi title={name}>{name}</bdi>
              </Link>
              <span className="num text-end text-sm">{figure}</span>
              <span className="w-20 flex-none text-end">{state}</span>
            </li>
          ))}
        </ul>
      )}
      {total > items.length && items.length > 0 && (
        <p className="border-line border-t px-(--card-pad) py-2 text-sm">
          <Link href={all} className="text-accent hover:underline">
            All {formatCountFull(total)}
          </Link>
        </p>
      )}
      {!answer.data && failure && (
        <ErrorState failure={failure} what={title} onRetry={() => void answer.refetch()} />
      )}
      {answer.isPending && (
        <Loading label={`Loading ${title.toLowerCase()}`}>
          <div className="px-(--card-pad) py-3">
            <Skeleton className="h-20 rounded-sm" />
          </div>
        </Loading>
      )}
    </Card>
  );
}

function ofPool({ slug }: Pool, field: string, direction: "asc" | "desc") {
  return {
    filter: where("pool_slug", "equals", slug),
    sort: { field, direction },
    pagination: { page: 1, perPage: most },
  };
}

function addressOfAll(list: string, { slug }: Pool): string {
  return `${list}?filter=pool_slug:is:${encodeURIComponent(slug)}`;
}

export function PoolLoans({ pool }: { pool: Pool }) {
  const answer = useRows(resourceOf("loans"), ofPool(pool, "originated_on", "desc"));
  const items = (answer.data?.results ?? []).map((loan) => ({
    slug: loan.slug,
    href: loanAddress(loan.slug),
    name: loan.name,
    state: <StatusPill status={loan.status} />,
    figure: (
      <FactNumber of="loans" row={loan} field="principal_amount" label="Principal">
        <Amount value={loan.principal_amount} currency={loan.currency} />
      </FactNumber>
    ),
  }));
  return (
    <PanelSection
      title="Loans"
      none="No individual loans are recorded for this pool."
      all={addressOfAll("/loans", pool)}
      answer={answer}
      items={items}
    />
  );
}

export function PoolInvestments({ pool }: { pool: Pool }) {
  const answer = useRows(resourceOf("investments"), ofPool(pool, "name", "asc"));
  const items = (answer.data?.results ?? []).map((offer) => ({
    slug: offer.slug,
    href: investmentAddress(offer.slug),
    name: offer.name,
    state: <AvailabilityPill value={offer.availability} />,
    figure: (
      <FactNumber of="investments" row={offer} field="target_yield" label="Target yield">
        <Rate value={offer.target_yield} />
      </FactNumber>
    ),
  }));
  return (
    <PanelSection
      title="Investments"
      none="No investment offers are recorded for this pool."
      all={addressOfAll("/investments", pool)}
      answer={answer}
      items={items}
    />
  );
}
