type RowCheckboxProps = {
  label: string;
  cell: string;
  tabIndex: number;
  checked: boolean;
  /** Some of what it stands for. */
  mixed?: boolean;
  onChange: () => void;
};

/** The box of one row, or of all rows in the header; drawn by the browser in the colour of ink. */
export function RowCheckbox({ label, cell, tabIndex, checked, mixed, onChange }: RowCheckboxProps) {
  return (
    <span className="relative inline-grid size-6 place-items-center align-middle pointer-coarse:size-11">
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = mixed ?? false;
        }}
        aria-label={label}
        data-cell={cell}
        tabIndex={tabIndex}
        checked={checked}
        onChange={onChange}
        className="size-3.5 cursor-pointer accent-ink before:absolute before:inset-0"
      />
    </span>
  );
}
