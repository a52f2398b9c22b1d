import { useQuery } from "@tanstack/react-query";

/** What the installation tells every browser. */
export type PublicConfig = { sessionPollSeconds: number };

const defaults: PublicConfig = { sessionPollSeconds: 0 };

async function loadConfig(): Promise<PublicConfig> {
  const response = await fetch("/config.json");
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  const config = (await response.json()) as Partial<PublicConfig>;
  const seconds = config.sessionPollSeconds;
  return { sessionPollSeconds: typeof seconds === "number" && seconds > 0 ? seconds : 0 };
}

export function useConfig(): PublicConfig {
  const { data } = useQuery({
    queryKey: ["config"],
    queryFn: loadConfig,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? defaults;
}
