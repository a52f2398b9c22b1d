import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { parameters } from "../addressParameters";
import { type Currency, currencies, currencyCodes } from "../currencies";

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
        Converted from US$ at reference rates of the European Central Bank: levels at the rate of
        their last day, sums at the rate of each day, changes at the rates at their start and end.
        Days without a rate use the previous rate.
      </p>
    </div>
  );
}
