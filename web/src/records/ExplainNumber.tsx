import { type NumberKey, useExplainToggle } from "@/app-state/numberExplanation";
import { NumberButton, type NumberButtonProps } from "@/components/ui/buttons/NumberButton";

type ExplainNumberProps<Number> = Omit<NumberButtonProps, "pressed" | "onPress"> & {
  /** Null for a missing number, or one without an explanation. */
  number: Number;
};

/** A number with the way to its explanation. */
export function ExplainNumber({ number, ...button }: ExplainNumberProps<NumberKey | null>) {
  return number ? <ExplainButton number={number} {...button} /> : button.children;
}

function ExplainButton({ number, ...button }: ExplainNumberProps<NumberKey>) {
  return <NumberButton {...useExplainToggle(number)} {...button} />;
}
