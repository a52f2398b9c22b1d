import type { GetOriginsResponse } from "@/api/contract";
import { type Origin, recordedOrigin, uniqueSorted } from "@/lib/files/origin";

/** The provenance that the file of an answer states. */
export function originOf(
  { loads, methods }: Pick<GetOriginsResponse, "loads" | "methods">,
  asOf?: string,
): Origin {
  const versions = [...loads, ...methods].map(({ method_version: version }) => version);
  return {
    ...recordedOrigin(loads),
    attribution: uniqueSorted(loads.flatMap(({ attribution }) => attribution ?? [])),
    ...(versions.length > 0 && { method: uniqueSorted(versions).join("; ") }),
    ...(asOf !== undefined && { asOf }),
  };
}
