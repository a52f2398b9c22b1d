import type { ChartSettings } from "../addressParameters";
import type { TimeControls } from "../chartProps";
import { type TimeKind, timeKind } from "../kinds";
import { isIndexed } from "./useRebased";

type Look = Pick<ChartSettings, "scale" | "style" | "mode">;

/** The controls of style and scale: an index needs lines, and any other style ends it. */
export function lookControls(
  look: Look,
  { styles, refusal }: { styles: readonly TimeKind[]; refusal: string | null },
  update: (patch: Partial<Pick<ChartSettings, "scale" | "style">>) => void,
): Required<Pick<TimeControls, "style" | "scale">> {
  const { scale, style } = look;
  return {
    style: {
      value: style,
      options: styles,
      onChange: (next) =>
        update({ style: next, ...(scale === "index" ? { scale: "linear" } : {}) }),
    },
    scale: {
      value: scale === "log" ? "log" : "linear",
      onChange: (next) => update({ scale: next }),
      rebased: {
        on: isIndexed(look),
        choose: () => update({ scale: "index", style: timeKind(style).hasLines ? style : "line" }),
        refusal,
      },
    },
  };
}
