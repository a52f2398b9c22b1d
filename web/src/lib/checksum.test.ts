import { describe, expect, it } from "vitest";
import { addChecksum } from "./checksum";

// The examples of EIP-55.
const Examples = [
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  "0xde709f2102306220921060314715629080e2fb77",
  "0x27b1fdb04752bbc536007a920d24acb045561c26",
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
];

describe("the checksum of an address", () => {
  it.each(Examples)("is written into %s", (address) => {
    const expected = { text: address, wrong: false };
    expect(addChecksum(address)).toEqual(expected);
    expect(addChecksum(address.toLowerCase())).toEqual(expected);
    expect(addChecksum(`0x${address.slice(2).toUpperCase()}`)).toEqual(expected);
  });

  it("is found wrong where a digit was mistyped", () => {
    const mistyped = "0x6aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    expect(addChecksum(mistyped)).toEqual({ text: mistyped, wrong: true });
  });

  it("is no matter of other addresses", () => {
    for (const other of [
      "",
      "0x12",
      `0x${"a".repeat(64)}`,
      "GyWgeqpy5GueU2YbkE8xqUeVEokCMMCEeUrfbtMw6phr",
    ]) {
      expect(addChecksum(other)).toEqual({ text: other, wrong: false });
    }
  });
});
