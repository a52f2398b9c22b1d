import type { CommonProps, TimeControls } from "@/components/chart/chartProps";
import { type useAddress, withParams } from "@/lib/useAddress";

type Kept = Pick<ReturnType<typeof useAddress>, "search" | "put">;

/** What the legend of a chart shows, and whether it is over the whole page, under a name of its own in the address. */
export function lookInAddress(
  { search, put }: Kept,
  name: string,
): Required<Pick<TimeControls, "shown"> & Pick<CommonProps, "full">> {
  const params = new URLSearchParams(search);
  const [legend, full] = [`${name}_legend`, `${name}_full`];
  return {
    shown: {
      value: params.get(legend) ?? "",
      onChange: (shown) => put(withParams(search, { [legend]: shown })),
    },
    full: {
      value: params.get(full) === "1",
      onChange: (next) => put(withParams(search, { [full]: next ? "1" : null })),
    },
  };
}
