// How high the card of a chart will be. Where it is narrow its controls take two rows and its legend lies under the
// plot: both follow from the width of the card, not of the window.

/** About its height while it is out of sight, where a card cannot ask for its own width. */
export const rooms = {
  main: "[--room:448px] max-[1099px]:[--room:762px]",
  asset: "[--room:364px] max-[1099px]:[--room:506px] max-sm:[--room:430px]",
} as const;

/** Its height within its borders, for as long as it is but a heading. */
export const placeRooms = {
  main: "min-h-[446px] @max-[1080px]:min-h-[482px] @max-[828px]:min-h-[760px] @max-[600px]:min-h-[788px]",
  asset:
    "min-h-[362px] @max-[1080px]:min-h-[396px] @max-[828px]:min-h-[504px] @max-[600px]:min-h-[428px]",
} as const;

/** The same for as long as nothing but its legend is missing, which asks for room under the plot only. */
export const legendRooms = {
  main: "@max-[828px]:min-h-[760px] @max-[600px]:min-h-[788px]",
  asset: "@max-[828px]:min-h-[504px] @max-[600px]:min-h-[428px]",
} as const;
