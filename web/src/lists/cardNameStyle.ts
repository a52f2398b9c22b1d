/** The name of a row in a card: on a phone in two lines, or "Ember Treasury Fund 1" and "… Fund 2" look the same. */
export const cardNameStyle =
  "truncate @max-[560px]:line-clamp-2 @max-[560px]:whitespace-normal @max-[560px]:leading-4";
