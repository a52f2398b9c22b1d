import { stableHash } from "./stableHash";

/** The steps of the palette that are far apart. */
export const paletteSteps = 8;

/** The networks that most charts have beside each other, each with a colour near its own. */
const ofNetworks: Readonly<Record<string, number>> = {
  ethereum: 1,
  bsc: 2,
  avalanche: 3,
  solana: 4,
  xdc: 5,
  polygon: 6,
  stellar: 7,
  arbitrum: 8,
};

/** The same step of the palette for an entity on every page and chart. */
export function colourStepOf(id: string): number {
  return ofNetworks[id] ?? (stableHash(id) % paletteSteps) + 1;
}
