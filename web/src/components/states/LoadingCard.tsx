import type { ReactNode } from "react";
import { Card } from "../Card";
import { Loading, Skeleton } from "../ui/feedback/Skeleton";

type LoadingCardProps = {
  title: string;
  /** The lead of the loaded card, which then keeps its place. */
  lead?: ReactNode;
  what: string;
  /** The rows of the content, about, so that the page moves little once it is there. */
  rows?: number;
};

/** The placeholder of a list that is loading. */
export function LoadingCard({ title, lead, what, rows = 2 }: LoadingCardProps) {
  return (
    <Card title={title} lead={lead}>
      <Loading label={`Loading ${what}`}>
        <div className="flex flex-col gap-3 px-(--card-pad) py-4">
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are alike.
            <Skeleton key={row} className="h-9 w-full rounded-sm" />
          ))}
        </div>
      </Loading>
    </Card>
  );
}
