/** Says that the figures were made up. */
export function SampleTag() {
  return (
    <span className="inline-flex flex-none items-center gap-[5px] font-medium text-[10.5px] text-sample-text leading-[14px] [font-stretch:85%]">
      <svg aria-hidden="true" width="12" height="8" viewBox="0 0 12 8">
        <path d="M-1 5 5-1M1 9 11-1M7 9l6-6" fill="none" stroke="currentColor" strokeWidth="1.3" />
      </svg>
      Sample
    </span>
  );
}
