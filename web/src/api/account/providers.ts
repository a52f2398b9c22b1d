import { useQuery } from "@tanstack/react-query";
import { getProviders } from "next-auth/react";

async function loadProviders() {
  const providers = await getProviders();
  if (!providers) throw new Error("providers cannot be loaded");
  return Object.values(providers);
}

/** The ways to sign in. */
export function useProviders() {
  return useQuery({ queryKey: ["providers"], queryFn: loadProviders, staleTime: 60_000 });
}
