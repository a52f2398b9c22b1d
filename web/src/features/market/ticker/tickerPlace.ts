/** The room of the strip, also while it loads. */
export const tickerPlace = "h-12 min-w-0 rounded-md border border-line bg-surface text-sm";
