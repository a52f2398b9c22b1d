export { createTRPCClient as createClient, httpBatchLink, httpLink, TRPCClientError } from "@trpc/client";
export { initTRPC, TRPCError } from "@trpc/server";
export { createHTTPHandler } from "@trpc/server/adapters/standalone";
