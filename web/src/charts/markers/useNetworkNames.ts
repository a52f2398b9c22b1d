import type { Restatement } from "@/api/contract";
import { type Names, useNames } from "../measures/names";
import { networkOf } from "./restatements";

/** The names of the networks of restated parts, by slug, in one request. */
export function useNetworkNames(rows: readonly Restatement[]): Names {
  return useNames("networks", rows.map(networkOf));
}
