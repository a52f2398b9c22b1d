import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { type Currency, currencies, currencyCodes } from "../currencies";
import { parameters } from "../parameters";

export type CurrencyChoiceProps = {
  currency: Currency;
  onChange: (currency: Currency) => void;
};

/** The currencies that a chart can show, and how it converts. */
export function CurrencyChoice({ currency, onChange }: CurrencyChoiceProps) {
  return (
    <div className="flex flex-col gap-2.5">
      <SegmentedControl
        label={parameters.currency.label}
        value={currency}
        segments={currencyCodes.map((value) => ({
          value,
          label: currencies[value].code,
        }))}
        onChange={onChange}
      />
      <p className="text-sm text-text-2">
        Each day is converted from US$ at its European Central Bank reference rate. Days without a
        rate use the last one before.
      </p>
    </div>
  );
}
