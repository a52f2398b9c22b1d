import type { ReactNode } from "react";
import { ConfigContext, useConfigQuery } from "./config";

/** Loads the settings of the installation once, for everything that depends on them. */
export function ConfigProvider({ children }: { children: ReactNode }) {
  return <ConfigContext value={useConfigQuery()}>{children}</ConfigContext>;
}
