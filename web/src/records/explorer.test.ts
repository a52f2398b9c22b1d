import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { explorerOf, transactionIn } from "./explorer";

/** A comma outside of quotes. */
const comma = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;

/** The rows of a shipped file; quoted cells keep their quotes. */
function shipped(name: string): ReadonlyArray<Record<string, string>> {
  const text = readFileSync(`../deploy/seed/${name}`, "utf8");
  const [head = [], ...lines] = text
    .trim()
    .split("\n")
    .map((line) => line.split(comma));
  return lines.map((cells) =>
    Object.fromEntries(head.map((column, at) => [column, cells[at] ?? ""])),
  );
}

const networks = shipped("networks.csv");

/** A shipped address of every network and shape, and where it is looked up. */
const pages: ReadonlyArray<readonly [string, string, string | null]> = [
  ["ethereum", "0x6fa0be17e4bea2fcfa22ef89bf8ac9aab0ab0fc9", "https://etherscan.io/address/0x6f"],
  ["arbitrum", "0x00000000efe302beaa2b3e6e1b18d08d69a9012a", "https://arbiscan.io/address/0x00"],
  ["avalanche", "0x00000000efe302beaa2b3e6e1b18d08d69a9012a", "https://snowtrace.io/address/0x00"],
  ["base", "0xbbe6aab0ed76e90aea0d1cd978ec231c8adcdf8b", "https://basescan.org/address/0xbb"],
  [
    "zksync-era",
    "0xb8d7d88d042880ae87bb61de2dfff8441768766d",
    "https://explorer.zksync.io/address/",
  ],
  [
    "ethereum-classic",
    "0xb12c13e66ade1f72f71834f2fc5082db8c091358",
    "https://blockscout.com/etc/mainnet/address/0xb1",
  ],
  ["hedera-hashgraph", "0.0.456858", "https://hashscan.io/mainnet/token/0.0.456858"],
  [
    "hedera-hashgraph",
    "0x53990bdec017085153eb807236e744ca63c21ff4",
    "https://hashscan.io/mainnet/address/0x53",
  ],
  ["flow", "0x99af3eea856556646c98c8b9b2548fe815240750", "https://evm.flowscan.io/address/0x99"],
  ["flow", "A.b19436aae4d94622.FiatToken", null],
  [
    "mantra",
    "0x5e76be0f4e09057d75140216f70fd4ce3365bb29",
    "https://blockscout.mantrascan.io/address/",
  ],
  ["mantra", "mantra1vguuxez2h5ekltfj9gjd62fs5k4rl2zy5hfrncasykzw08rezpfsjx4gjx", null],
  [
    "solana",
    "DYoCmA91VE8REbWNw3kM736PN7vv97qc2jr5wmUbuNtZ",
    "https://explorer.solana.com/address/DYo",
  ],
  [
    "stellar",
    "AUDD-GDC7X2MXTYSAKUUGAIQ7J7RPEIM7GXSAIWFYWWH4GLNFECQVJJLB2EEU",
    "https://stellar.expert/explorer/public/asset/AUDD-GDC7",
  ],
  [
    "stellar",
    "CARUUX2FZNPH6DGJOEUFSIUQWYHNL5AVDV7PMVSHWL7OBYIBFC76F4TO",
    "https://stellar.expert/explorer/public/contract/CARU",
  ],
  ["tron", "TXZo12qvnEVKvU2zbfuQeMXKusWyxonwEG", "https://tronscan.org/#/token20/TXZo"],
  [
    "sui",
    "0x9d297676e7a4b771ab023291377b2adfaa4938fb9080b8d12430e4b108b836a9::xaum::XAUM",
    "https://suiscan.xyz/mainnet/coin/0x9d297676e7a4b771ab023291377b2adfaa4938fb9080b8d12430e4b108b836a9::xaum::XAUM",
  ],
  [
    "sui",
    "0xf98b6567fbd8e10403a05c4c3ac2a2c384b8f7cd7430756d23b0021ae28d1398",
    "https://suiscan.xyz/mainnet/object/0xf9",
  ],
  [
    "aptos",
    "0x05fabd1b12e39967a3c24e91b7b8f67719a6dacee74f3c8b9fb7d93e855437d2",
    "https://explorer.aptoslabs.com/fungible_asset/0x05fabd1b12e39967a3c24e91b7b8f67719a6dacee74f3c8b9fb7d93e855437d2?network=mainnet",
  ],
  [
    "aptos",
    "0x6f986d146e4a90b828d8c12c14b6f4e003fdff11a8eecceceb63744363eaac01::mod_coin::MOD",
    "https://explorer.aptoslabs.com/coin/0x6f986d146e4a90b828d8c12c14b6f4e003fdff11a8eecceceb63744363eaac01::mod_coin::MOD?network=mainnet",
  ],
  ["algorand", "1241944285", "https://allo.info/asset/1241944285"],
  [
    "xrp-ledger",
    "4155444400000000000000000000000000000000.rUN5Zxt3K1AnMRJgEWywDJT8QDMMeLH5ok",
    "https://livenet.xrpl.org/token/4155444400000000000000000000000000000000.rUN5",
  ],
  ["near", "usyc.near", "https://nearblocks.io/token/usyc.near"],
  ["tezos", "KT1K9gCRgaLRFKTErYt1wVxA3Frb9FjasjTV", "https://tzkt.io/KT1K9"],
  ["noble", "uusdc", "https://www.mintscan.io/noble/assets/native/dXVzZGM="],
  ["provenance", "uylds.fcc", "https://explorer.provenance.io/asset/uylds.fcc"],
  ["provenance", "ibc/616E26A85AD20A3DDEAEBDDE7262E3BA9356C557BC15CACEA86768D7D51FA703", null],
  [
    "liquid",
    "ce091c998b83c78bb71a632313ba3760f1763d9cfcffae02258ffa9865a37bd2",
    "https://blockstream.info/liquid/asset/ce09",
  ],
];

function lookUp(slug: string, address: string) {
  const row = networks.find((network) => network.slug === slug);
  return explorerOf(
    {
      slug,
      namespace: row?.namespace || null,
      explorer_name: row?.explorer_name || null,
      explorer_url: row?.explorer_url || null,
    },
    address,
  );
}

describe("explorers of the shipped networks", () => {
  it("has a name and an address for every one of the 37 identifiers, and a colour or the reason for none", () => {
    expect(networks).toHaveLength(37);
    for (const { slug, explorer_name, explorer_url, badge_color, note } of networks) {
      expect(explorer_name, slug).toBeTruthy();
      expect(explorer_url, slug).toMatch(/^https:\/\/[\w.-]+/);
      if (badge_color) expect(badge_color, slug).toMatch(/^#[0-9a-f]{6}$/);
      else expect(note, slug).toMatch(/no sourced brand colour/);
    }
  });

  it.each(pages)("on %s finds %s", (slug, address, href) => {
    const found = lookUp(slug, address);
    if (href === null) expect(found).toBeUndefined();
    else expect(found?.href.slice(0, href.length)).toBe(href);
  });

  it("knows every kind of address that is shipped, or says nothing", () => {
    const unknown = shipped("tokens.csv")
      .filter(({ address }) => address)
      .filter(({ network_slug = "", address = "" }) => !lookUp(network_slug, address))
      .map(({ network_slug }) => network_slug);
    expect([...new Set(unknown)].sort()).toEqual(["flow", "kava", "mantra", "provenance"]);
  });

  it("leads nowhere from a network without an explorer", () => {
    const network = {
      slug: "ethereum",
      namespace: "eip155",
      explorer_name: null,
      explorer_url: null,
    };
    expect(explorerOf(network, "0x6fa0be17e4bea2fcfa22ef89bf8ac9aab0ab0fc9")).toBeUndefined();
  });
});

describe("the page of a transaction", () => {
  const network = {
    slug: "harbour-chain",
    namespace: "eip155",
    explorer_name: "Harbour Scan",
    explorer_url: "https://scan.example/",
  };
  const hash = `0x${"ab".repeat(32)}`;

  it("stands under the transactions of the explorer", () => {
    expect(transactionIn(network, hash)).toEqual({
      name: "Harbour Scan",
      href: `https://scan.example/tx/${hash}`,
    });
  });

  it("is unknown where the explorer, its place or the hash is", () => {
    expect(transactionIn({ ...network, explorer_url: null }, hash)).toBeUndefined();
    expect(transactionIn({ ...network, namespace: "stellar" }, hash)).toBeUndefined();
    expect(transactionIn({ ...network, slug: "hedera-hashgraph" }, hash)).toBeUndefined();
    expect(transactionIn(network, "../address/0x12")).toBeUndefined();
  });
});
