/** Fades the edge of a scrolling table, so that a cut figure is not read as a complete one. */
export function CutEdge() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 end-0 z-40 w-8 bg-linear-to-r from-transparent to-surface rtl:bg-linear-to-l"
    />
  );
}
