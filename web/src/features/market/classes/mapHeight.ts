/** The room of a map of the world, which it has before it is there. */
export const mapHeight =
  "min-h-[420px] min-w-0 rounded-md border border-line bg-surface max-md:min-h-[380px]";
