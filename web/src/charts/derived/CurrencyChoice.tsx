import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { currencies, currencyCodes } from "../currencies";
import { parameters } from "../parameters";
import type { CurrencyPickerProps } from "./CurrencyPicker";

/** The currencies that a chart can show, and how it converts. */
export function CurrencyChoice({ currency, refusal, onChange }: CurrencyPickerProps) {
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
