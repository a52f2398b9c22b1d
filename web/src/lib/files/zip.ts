const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** The checksum that a ZIP archive keeps of each file. */
export function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (crcTable[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

type Field = readonly [bytes: 2 | 4, value: number];

/** Numbers of two or four bytes, the lowest first. */
function fields(...values: readonly Field[]): Uint8Array {
  return Uint8Array.from(
    values.flatMap(([bytes, value]) =>
      Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 0xff),
    ),
  );
}

/** Names are UTF-8. */
const flags = 0x0800;
const version = 20;
/** 1 January 1980: the same content makes the same archive. */
const day = 0x0021;

/** A ZIP archive of files by their paths, not compressed: its readers need the format, not the size. */
export function zipFiles(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const local: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  const sizeOf = (parts: readonly Uint8Array[]) =>
    parts.reduce((sum, part) => sum + part.length, 0);
  for (const [path, content] of Object.entries(files)) {
    const [name, bytes] = [encoder.encode(path), encoder.encode(content)];
    const common: readonly Field[] = [
      [2, version],
      [2, flags],
      [2, 0],
      [2, 0],
      [2, day],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, name.length],
      [2, 0],
    ];
    const offset = sizeOf(local);
    local.push(fields([4, 0x04034b50], ...common), name, bytes);
    central.push(
      fields([4, 0x02014b50], [2, version], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      name,
    );
  }
  const count = Object.keys(files).length;
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, sizeOf(central)],
    [4, sizeOf(local)],
    [2, 0],
  );
  const parts = [...local, ...central, end];
  const archive = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    archive.set(part, at);
    at += part.length;
  }
  return archive;
}
