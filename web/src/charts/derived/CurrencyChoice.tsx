import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { type Currency, currencies, currencyCodes } from "../currencies";
import { parameters } from "../parameters";

export type CurrencyChoiceProps = {
  currency: Currency;
  /** Why the chart stays in US$; null where it can be converted. */
  refusal: string | null;
  onChange: (currency: Currency) => void;
};

/** The currencies that a chart can show, and how it converts. */
export function CurrencyChoice({ currency, refusal, onChange }: CurrencyChoiceProps) {
  return (
    <div className="flex flex-col gap-2.5">
      <SegmentedControl
        label={parameters.currency.label}
        value={currency}
        segments={currencyCodes.map((value) => ({
          value,
          label: currencies[value].code,
          ...(refusal !== null && value !== currency && { unavailable: refusal }),
        }))}
        onChange={onChange}
      />
      <p className="text-sm text-text-2">
        {refusal ??
          "Each day is converted from US$ at its European Central Bank reference rate. Days without a rate use the last one before."}
      </p>
    </div>
  );
}
