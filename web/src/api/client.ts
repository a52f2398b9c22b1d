import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import type {
  TRPCBuiltRouter,
  TRPCDefaultErrorShape,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
} from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { freshSignInLink, type RequireFreshSignIn } from "./account/freshSignInLink";
import { refreshSession } from "./account/session";
import { longestRequestTarget, mostBatchCalls, type Procedures } from "./contract";
import {
  describeFailure,
  failureLink,
  fetchEnvelopes,
  isCancelled,
  markDispatched,
} from "./failures";
import { samplesLink } from "./samples";
import { usualStaleMs } from "./staleTimes";

type Root = { ctx: object; meta: object; errorShape: TRPCDefaultErrorShape; transformer: false };

type Procedure = { kind: "query" | "mutation"; input: unknown; output: unknown };

type RouterRecord<Record> = {
  [Name in keyof Record]: Record[Name] extends Procedure
    ? Record[Name]["kind"] extends "query"
      ? TRPCQueryProcedure<{
          input: Record[Name]["input"];
          output: Record[Name]["output"];
          meta: unknown;
        }>
      : TRPCMutationProcedure<{
          input: Record[Name]["input"];
          output: Record[Name]["output"];
          meta: unknown;
        }>
    : RouterRecord<Record[Name]>;
};

export type AppRouter = TRPCBuiltRouter<Root, RouterRecord<Procedures>>;

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** A quarter of the request target that the gateway accepts: proxies before it may accept less. */
const maxURLLength = longestRequestTarget / 4;

export function createApiClient(requireFreshSignIn: RequireFreshSignIn) {
  return createTRPCClient<AppRouter>({
    links: [
      freshSignInLink(requireFreshSignIn),
      failureLink(),
      samplesLink(),
      httpBatchLink({
        url: "/api/trpc",
        maxURLLength,
        maxItems: mostBatchCalls,
        fetch: fetchEnvelopes,
        headers: ({ opList }) => {
          markDispatched(opList);
          return {};
        },
      }),
    ],
  });
}

const finalCodes = new Set([
  "UNAUTHORIZED",
  "FORBIDDEN",
  "NOT_FOUND",
  "BAD_REQUEST",
  "TOO_MANY_REQUESTS",
  "PARSE_ERROR",
]);

function retry(failures: number, error: Error): boolean {
  return failures < 2 && !isCancelled(error) && !finalCodes.has(describeFailure(error).code);
}

function noticeEndedSession(error: unknown): void {
  if (describeFailure(error).code === "UNAUTHORIZED") refreshSession();
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Everybody asks for a profile on load; for an anonymous visitor its refusal is the normal answer.
        if (query.meta?.anonymous !== true) noticeEndedSession(error);
      },
    }),
    mutationCache: new MutationCache({ onError: noticeEndedSession }),
    defaultOptions: {
      queries: { retry, retryDelay: (failures) => 400 * 2 ** failures, staleTime: usualStaleMs },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
