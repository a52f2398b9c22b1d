import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

const Account = /^0x[0-9a-fA-F]{40}$/;

/**
 * An address of an Ethereum-like network with its checksum (EIP-55: capitals reveal mistyped digits), other addresses
 * as they are. One in mixed case carries a checksum already: `wrong` where it is not that of its digits.
 */
export function addChecksum(address: string): { text: string; wrong: boolean } {
  if (!Account.test(address)) return { text: address, wrong: false };
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const text = `0x${Array.from(digits, (digit, at) => (Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit)).join("")}`;
  const body = address.slice(2);
  const carries = body !== digits && body !== digits.toUpperCase();
  return carries && text !== `0x${body}` ? { text: address, wrong: true } : { text, wrong: false };
}
