import { type useAddress, withParams } from "@/lib/useAddress";
import type { CommonProps, TimeControls } from "../chartProps";

type Kept = Pick<ReturnType<typeof useAddress>, "search" | "put">;

/** What the legend of a chart shows, and whether it is over the whole page or a table, under a name of its own in the address. */
export function lookInAddress(
  { search, put }: Kept,
  name: string,
): Required<Pick<TimeControls, "shown"> & Pick<CommonProps, "full" | "table">> {
  const params = new URLSearchParams(search);
  const legend = `${name}_legend`;
  const kept = (look: string) => ({
    value: params.get(look) === "1",
    onChange: (next: boolean) => put(withParams(search, { [look]: next ? "1" : null })),
  });
  return {
    shown: {
      value: params.get(legend) ?? "",
      onChange: (shown) => put(withParams(search, { [legend]: shown })),
    },
    full: kept(`${name}_full`),
    table: kept(`${name}_table`),
  };
}
