import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { createApiClient, createQueryClient, TRPCProvider } from "./client";
import { UserProvider } from "./UserProvider";

export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [trpcClient] = useState(createApiClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <UserProvider>{children}</UserProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
