type ZeroBarProps = {
  value: number;
  /** The extent of the bars of a column; zero lies between. */
  least: number;
  most: number;
};

/** A bar to one side of zero. All of a column share their zero. */
export function ZeroBar({ value, least, most }: ZeroBarProps) {
  const width = most - least || 1;
  const zero = (-least / width) * 100;
  const length = (Math.abs(value) / width) * 100;
  return (
    <span aria-hidden="true" className="relative block h-3.5 w-full">
      <span
        className="absolute -inset-y-1.5 w-px bg-axis"
        style={{ insetInlineStart: `${zero}%` }}
      />
      <span
        className={`absolute inset-y-px rounded-[1px] ${value > 0 ? "bg-div-8" : "bg-div-2"}`}
        style={{
          insetInlineStart: `${value > 0 ? zero : zero - length}%`,
          width: `${length}%`,
        }}
      />
    </span>
  );
}
