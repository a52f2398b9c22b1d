import { useRouter } from "next/router";
import { firstValue } from "@/lib/address/url";
import { isId } from "../addresses";

/** Reads the ids in the query of the address; null in the exported page, which does not know its address yet. */
export function useGivenId(): ((name: string) => string) | null {
  const { query, isReady } = useRouter();
  if (!isReady) return null;
  return (name) => {
    const id = firstValue(query[name]) ?? "";
    return isId(id) ? id : "";
  };
}
