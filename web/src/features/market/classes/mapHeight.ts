/** The height of a world map, which is reserved while it loads. */
export const mapHeight =
  "min-h-[420px] min-w-0 rounded-md border border-line bg-surface max-md:min-h-[380px]";
