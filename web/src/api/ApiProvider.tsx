import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { RequireFreshSignIn } from "./account/freshSignInLink";
import { UserProvider } from "./account/UserProvider";
import { createApiClient, createQueryClient, TRPCProvider } from "./client";
import { ConfigProvider } from "./installation/ConfigProvider";

type ApiProviderProps = {
  /** Called when a change is refused because the user signed in too long ago. */
  requireFreshSignIn: RequireFreshSignIn;
  children: ReactNode;
};

export function ApiProvider({ requireFreshSignIn, children }: ApiProviderProps) {
  const [queryClient] = useState(createQueryClient);
  const [trpcClient] = useState(() => createApiClient(requireFreshSignIn));
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
