import { Figure, Money } from "@/components/ui/text/Figure";
import { directionOf, formatMoneyExact } from "@/lib/format";
import { digitsOf, withSign } from "@/lib/format/formatNumber";

const tones = { up: "text-pos", down: "text-neg", flat: "text-text-2" } as const;

/** "+402.0" under "US$ m" */
export function SignedMillions({ value }: { value: number | null }) {
  if (value === null) return <Money value={null} reason="No mints or burns known" />;
  const millions = value / 1e6;
  return (
    <Figure
      text={withSign(millions, digitsOf(millions, 1), { plus: true })}
      exact={formatMoneyExact(value)}
      className={tones[directionOf(millions / 100)]}
    />
  );
}
