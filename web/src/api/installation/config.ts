import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useMemo } from "react";
import { type Feature, features } from "../contract";
import { readScripts, type ThirdPartyScript } from "./thirdParty";

/** The configuration that the installation gives every browser. */
export type PublicConfig = {
  sessionPollSeconds: number;
  /** The features of a visitor without an account. */
  defaultFeatures: readonly Feature[];
  blogUrl: string | null;
  contactDataEmail: string | null;
  contactTeamEmail: string | null;
  /** Scripts of others, each to be run only after consent. */
  thirdParty: readonly ThirdPartyScript[];
  /** Names the deployed site; another one than the loaded page's means that the page is old. */
  version: string | null;
};

const defaults: PublicConfig = {
  sessionPollSeconds: 0,
  defaultFeatures: [],
  blogUrl: null,
  contactDataEmail: null,
  contactTeamEmail: null,
  thirdParty: [],
  version: null,
};

const fiveMinutes = 5 * 60_000;

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function address(value: unknown): string | null {
  const url = text(value);
  return url !== null && /^https?:\/\//.test(url) ? url : null;
}

async function loadConfig(): Promise<PublicConfig> {
  const response = await fetch("/config.json");
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  const config = (await response.json()) as Record<keyof PublicConfig, unknown>;
  const seconds = config.sessionPollSeconds;
  const known = Array.isArray(config.defaultFeatures) ? config.defaultFeatures : [];
  return {
    sessionPollSeconds: typeof seconds === "number" && seconds > 0 ? seconds : 0,
    defaultFeatures: features.filter((feature) => known.includes(feature)),
    blogUrl: address(config.blogUrl),
    contactDataEmail: text(config.contactDataEmail),
    contactTeamEmail: text(config.contactTeamEmail),
    thirdParty: readScripts(config.thirdParty),
    version: text(config.version),
  };
}

/** The settings of the installation, and whether they have arrived or failed to. */
export type ConfigLoad = { config: PublicConfig; settled: boolean };

/** Loads the settings of the installation; called once, by `ConfigProvider`. */
export function useConfigQuery(): ConfigLoad {
  const { data, isPending } = useQuery({
    queryKey: ["config"],
    queryFn: loadConfig,
    staleTime: fiveMinutes,
    refetchInterval: fiveMinutes,
    // Returning to a tab after a deployment shows at once that its page is old.
    refetchOnWindowFocus: "always",
  });
  return useMemo(() => ({ config: data ?? defaults, settled: !isPending }), [data, isPending]);
}

export const ConfigContext = createContext<ConfigLoad>({ config: defaults, settled: false });

export function useConfigLoad(): ConfigLoad {
  return useContext(ConfigContext);
}

export function useConfig(): PublicConfig {
  return useConfigLoad().config;
}
