import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Failure } from "@/lib/failure";
import { useTRPC } from "./client";
import type { Profile, UserRecord } from "./contract";
import { describeFailure } from "./failures";

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

/** Who uses the page. The question is asked on every load and again when the session changes. */
export function useUser(): UserLoad {
  const trpc = useTRPC();
  const record = useQuery(
    trpc.users.getProfile.queryOptions(undefined, {
      meta: { anonymous: true },
      refetchOnWindowFocus: (query) => !isAnonymous(query.state.error),
      trpc: { abortOnUnmount: true },
    }),
  );
  const fallback = useQuery<Profile>({
    queryKey: fallbackKey(record.data?.id ?? ""),
    queryFn: () => fallbackProfile,
    enabled: false,
  });
  if (record.data) {
    const user = record.data;
    const profile = fallback.data && isUnset(user.profile) ? fallback.data : user.profile;
    return { status: "logged-in", user: { ...user, profile } };
  }
  if (record.error) {
    const failure = describeFailure(record.error);
    // Without an answer there are no words of the server, only those of the browser.
    const message = record.error.shape?.message || defaultMessage;
    const anonymous = isAnonymous(record.error);
    return {
      status: "logged-out",
      message,
      anonymous,
      failure,
      retry: () => void record.refetch(),
    };
  }
  return { status: "loading" };
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
