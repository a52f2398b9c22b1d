import { useState } from "react";
import { DateRange } from "@/components/ui/inputs/DateRange";
import type { DateRangeValue } from "@/lib/dates/dateRange";
import { Specimen, Specimens } from "../Specimen";

const bounds = { from: "2024-03-04", to: "2026-11-19" };
const century = { from: "1926-01-02", to: "2026-11-19" };
const oneDay = { from: "2026-11-19", to: "2026-11-19" };

type RangeProps = { label: string; first: DateRangeValue; within?: typeof bounds };

function Range({ label, first, within = bounds }: RangeProps) {
  const [value, setValue] = useState(first);
  return <DateRange label={label} value={value} onChange={setValue} bounds={within} />;
}

/** Ranges of days in every state; they call no server, so that none is loading or fails. */
export function DayRanges() {
  return (
    <Specimens title="Ranges of days" span="half">
      <Specimen label="Days">
        <Range label="Range" first={{ from: "2026-11-09", to: "2026-11-19" }} />
      </Specimen>
      <Specimen label="A preset">
        <Range label="Range of a preset" first={{ preset: "1Y" }} />
      </Specimen>
      <Specimen label="Disabled">
        <DateRange
          label="Range, disabled"
          value={{ preset: "1Y" }}
          onChange={() => {}}
          bounds={bounds}
          disabled
        />
      </Specimen>
      <Specimen label="One day known">
        <Range label="Range of one day" first={oneDay} within={oneDay} />
      </Specimen>
      <Specimen label="36,847 days">
        <Range label="Range of a century" first={century} within={century} />
      </Specimen>
      <Specimen label="Little room" width={180}>
        <Range label="Range in little room" first={century} within={century} />
      </Specimen>
      <Specimen label="Right to left">
        <div dir="rtl">
          <Range label="نطاق الأيام" first={{ from: "2026-11-09", to: "2026-11-19" }} />
        </div>
      </Specimen>
    </Specimens>
  );
}
