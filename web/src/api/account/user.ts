import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useCallback, useContext, useMemo } from "react";
import type { Failure } from "@/lib/failure";
import { useTRPC } from "../client";
import type { Profile, UserRecord } from "../contract";
import { describeFailure } from "../failures";

export type UserLoad =
  | { status: "loading" }
  | { status: "logged-in"; user: UserRecord }
  | {
      status: "logged-out";
      message: string;
      anonymous: boolean;
      failure: Failure;
      retry: () => void;
    };

const defaultMessage = "An error occurred while fetching user profile";

const fallbackProfile: Profile = {
  occupation: "Other",
  acquisitionChannel: "Prefer Not To Say",
  assetClassInterests: [],
  shouldReceiveMarketing: true,
};

export function isUnset(profile: Profile): boolean {
  return profile.occupation === "" && profile.acquisitionChannel === "";
}

function isAnonymous(error: unknown): boolean {
  return error !== null && describeFailure(error).code === "UNAUTHORIZED";
}

function fallbackKey(userId: string): readonly unknown[] {
  return ["onboarding", "fallback", userId];
}

/** Keeps the fallback beside the record: a later answer of the server still says "unset" and must not undo it. */
function keepFallback(client: QueryClient, userId: string): void {
  client.setQueryDefaults(fallbackKey(userId), { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(fallbackKey(userId), fallbackProfile);
}

/** Asks who uses the page: on every load and again when the session changes. Once for all, by `UserProvider`. */
export function useUserQuery(): UserLoad {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.users.getProfile.queryOptions(undefined, {
      meta: { anonymous: true },
      refetchOnWindowFocus: (query) => !isAnonymous(query.state.error),
      trpc: { abortOnUnmount: true },
    }),
  );
  const { data: fallback } = useQuery<Profile>({
    queryKey: fallbackKey(data?.id ?? ""),
    queryFn: () => fallbackProfile,
    enabled: false,
  });
  return useMemo(() => {
    if (data) {
      const profile = fallback && isUnset(data.profile) ? fallback : data.profile;
      return { status: "logged-in", user: { ...data, profile } };
    }
    if (!error) return { status: "loading" };
    return {
      status: "logged-out",
      // Without an answer there are no words of the server, only those of the browser.
      message: error.shape?.message || defaultMessage,
      anonymous: isAnonymous(error),
      failure: describeFailure(error),
      retry: () => void refetch(),
    };
  }, [data, error, fallback, refetch]);
}

export const UserContext = createContext<UserLoad>({ status: "loading" });

/** The user of the page. */
export function useUser(): UserLoad {
  return useContext(UserContext);
}

/** Changes what this page knows of the user, without asking the server. */
export function useUserCache() {
  const trpc = useTRPC();
  const client = useQueryClient();
  const key = trpc.users.getProfile.queryKey();
  const change = useCallback(
    (part: Partial<Pick<UserRecord, "profile" | "preferences">>) => {
      // An answer that is on its way was made before this change.
      void client.cancelQueries({ queryKey: key });
      client.setQueryData(key, (user) => (user ? { ...user, ...part } : user));
    },
    [client, key],
  );
  const read = useCallback(() => client.getQueryData(key), [client, key]);
  const fallBack = useCallback((userId: string) => keepFallback(client, userId), [client]);
  return { read, change, fallBack };
}
