import { useRouter } from "next/router";
import { useEffect } from "react";
import { firstValue } from "@/lib/address/url";
import { showSetting } from "@/lib/browser/display";
import { forceTheme } from "@/lib/browser/theme";

const choices = {
  theme: ["system", "light", "dark"],
  density: ["comfortable", "compact"],
  direction: ["ltr", "rtl"],
  width: ["full", "390", "768", "1024"],
} as const;

export type Stage = { [Name in keyof typeof choices]: (typeof choices)[Name][number] };

function pick<Value extends string>(
  allowed: readonly [Value, ...Value[]],
  parameter: string | string[] | undefined,
): Value {
  return allowed.find((value) => value === firstValue(parameter)) ?? allowed[0];
}

/** The settings of the gallery, which are kept in the address, so that pictures can be repeated. */
export function useStage() {
  const router = useRouter();
  const { query } = router;
  const stage: Stage = {
    theme: pick(choices.theme, query.theme),
    density: pick(choices.density, query.density),
    direction: pick(choices.direction, query.direction),
    width: pick(choices.width, query.width),
  };
  const { theme, density, direction } = stage;
  const fromAddress = query.density !== undefined;
  useEffect(() => {
    forceTheme(theme === "system" ? null : theme);
    return () => forceTheme(null);
  }, [theme]);
  useEffect(() => {
    if (!fromAddress) return;
    const before = document.documentElement.dataset.density ?? "comfortable";
    showSetting("density", density);
    return () => showSetting("density", before);
  }, [fromAddress, density]);
  useEffect(() => {
    document.documentElement.dir = direction;
    return () => document.documentElement.removeAttribute("dir");
  }, [direction]);
  const change = (part: Partial<Stage & { family: string }>) => {
    void router.replace({ query: { ...query, ...part } }, undefined, {
      shallow: true,
      scroll: false,
    });
  };
  return { stage, family: firstValue(query.family), ready: router.isReady, change };
}
