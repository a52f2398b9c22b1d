import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { UserProvider } from "./account/UserProvider";
import { createApiClient, createQueryClient, TRPCProvider } from "./client";
import { ConfigProvider } from "./installation/ConfigProvider";

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
