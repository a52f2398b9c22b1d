import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ConfigProvider } from "./ConfigProvider";
import { createApiClient, createQueryClient, TRPCProvider } from "./client";
import { UserProvider } from "./UserProvider";

export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [trpcClient] = useState(createApiClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <ConfigProvider>
          <UserProvider>{children}</UserProvider>
        </ConfigProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
