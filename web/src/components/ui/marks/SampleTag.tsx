type SampleTagProps = {
  /** The hatch alone: beside a real name whose figure includes sample data. */
  short?: boolean;
  /** How much of the figure that is: "2 of 5 members are sample data". */
  note?: string | undefined;
};

/** Stands on everything that shows generated data. */
export function SampleTag({ short = false, note }: SampleTagProps) {
  return (
    <span
      title={short ? (note ?? "Includes sample data") : undefined}
      className="cond inline-flex flex-none items-center gap-[5px] font-medium text-[10.5px] text-sample-text leading-[14px]"
    >
      <svg aria-hidden="true" width="12" height="8" viewBox="0 0 12 8" stroke="currentColor">
        <path d="M0 4 4 0M0 8l8-8M4 8l8-8M8 8l4-4" strokeWidth="1" />
      </svg>
      {short ? <span className="sr-only"> {note ? `Sample: ${note}` : "Sample"} </span> : "Sample"}
    </span>
  );
}
