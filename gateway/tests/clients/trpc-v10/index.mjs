export { createTRPCProxyClient as createClient, httpBatchLink, httpLink, TRPCClientError } from "@trpc/client";
