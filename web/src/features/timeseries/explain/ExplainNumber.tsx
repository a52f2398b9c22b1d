import { type Explained, useExplaining } from "@/api/explained";
import { NumberButton, type NumberButtonProps } from "@/components/ui/NumberButton";

type ExplainNumberProps = Omit<NumberButtonProps, "pressed" | "onPress"> & { number: Explained };

/** A number with the way to its explanation. */
export function ExplainNumber({ number, ...button }: ExplainNumberProps) {
  return <NumberButton {...useExplaining(number)} {...button} />;
}
