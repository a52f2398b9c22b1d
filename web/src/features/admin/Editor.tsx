import { skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { catalogStaleMs } from "@/api/staleTimes";
import { Link } from "@/components/ui/links/Link";
import { Age } from "@/components/ui/text/Figure";
import { isId, userAddress } from "./addresses";

/** The administrator of a change, with the way to the account. */
export function EditorName({ id }: { id: string }) {
  const trpc = useTRPC();
  const input = isId(id) ? { id } : skipToken;
  const { data } = useQuery(trpc.adminUsers.get.queryOptions(input, { staleTime: catalogStaleMs }));
  return (
    <Link href={userAddress(id)} className="rounded-sm text-accent hover:underline">
      <bdi>{data?.user.email ?? "an administrator"}</bdi>
    </Link>
  );
}

/** The author and the time of a change. */
export function ChangeAuthor({
  change,
}: {
  change: { changed_by: string; changed_at: string } | null;
}) {
  if (!change) return <>another administrator</>;
  return (
    <>
      <EditorName id={change.changed_by} />, <Age value={change.changed_at} />
    </>
  );
}
