import type { Network } from "@/api/contract";

type NetworkParent = Pick<Network, "slug" | "name" | "parent_slug" | "alias_of">;

/** Networks that settle on each other in a circle have no end. */
const longestChain = 8;

/** The network at the end of the chain of those on which a network settles. */
function settlementOf(network: NetworkParent, all: ReadonlyMap<string, NetworkParent>): string {
  let last = network;
  for (let step = 1; step < longestChain; step += 1) {
    const parent = last.parent_slug === null ? undefined : all.get(last.parent_slug);
    if (!parent) break;
    last = parent;
  }
  return last.slug;
}

/** The names of a network and of those that settle on it, by name; other names of a network are left out. */
export function networksUnder(
  parent: string,
  all: ReadonlyMap<string, NetworkParent>,
): readonly string[] {
  return [...all.values()]
    .filter((network) => network.alias_of === null && settlementOf(network, all) === parent)
    .map(({ name }) => name)
    .toSorted((one, other) => one.localeCompare(other, "en"));
}
