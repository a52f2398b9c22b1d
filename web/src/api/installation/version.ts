import { useConfig } from "./config";

/** Next's name for the build of the loaded page; absent outside of a page of Next. */
function ownVersion(): string | null {
  if (typeof window === "undefined") return null;
  const data: { buildId?: string } | undefined = window.__NEXT_DATA__;
  return data?.buildId ?? null;
}

/** Whether the server has another site than the one that this page belongs to. */
export function useNewVersion(): boolean {
  const { version } = useConfig();
  const own = ownVersion();
  return version !== null && own !== null && version !== own;
}
