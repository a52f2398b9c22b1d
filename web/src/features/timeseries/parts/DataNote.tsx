/** Above what shows numbers: that they can be explained, or, where any was made up, that they are a sample. */
export function DataNote({ sample }: { sample: boolean }) {
  return (
    <p
      role="note"
      className={`-mt-1 flex min-h-[26px] items-center max-md:min-h-10 gap-2 rounded-sm text-sm ${sample ? "bg-surface-3 px-2.5 text-sample-text" : "text-text-2"}`}
    >
      {sample && (
        <svg
          aria-hidden="true"
          width="20"
          height="8"
          viewBox="0 0 20 8"
          stroke="currentColor"
          className="flex-none"
        >
          <path d="M0 4 4 0M0 8l8-8M4 8l8-8M8 8l8-8M12 8l8-8M16 8l4-4" strokeWidth="1" />
        </svg>
      )}
      {sample
        ? "Sample data: what is named “(sample)” was made up to show the product and measures nothing."
        : "Every number can be explained: press one, or a day of a chart."}
    </p>
  );
}
